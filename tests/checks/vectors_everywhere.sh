#!/bin/sh
# vectors_everywhere.sh BUILD_DIR - the vectors hold with gcc and clang, at -O0 and -O3, and with the C library's FMA paths off.
set -eu
root=$(dirname "$(readlink -f "$0")")/../..
out=$1
mkdir -p "$out"

# Each program twice: as the machine is, and with the C library's fused paths switched off.
run() { # BUILD_DIR NAMES...
    bin=$1/bin
    log=$1.log
    shift
    : >"$log"
    for name in "$@"; do
        "$bin/test_$name" >>"$log" 2>&1 || { cat "$log"; exit 1; }
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-FMA_Usable,-FMA4_Usable,-AVX2_Usable \
            "$bin/test_$name" >>"$log" 2>&1 || { cat "$log"; exit 1; }
    done
    echo "$(basename "$(dirname "$bin")"): $(grep -c 'rows compared' "$log") comparisons of files, with and without FMA"
}

for cc in gcc clang; do
    for level in -O0 -O3; do
        dir=$out/$cc$level
        cmake -S "$root" -B "$dir" -G Ninja -DCMAKE_C_COMPILER=$cc -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$level" >"$dir.log" 2>&1 ||
            { cat "$dir.log"; exit 1; }
        cmake --build "$dir" --target test_vectors --target test_vectors_stb --target test_vectors_traces >"$dir.log" 2>&1 ||
            { cat "$dir.log"; exit 1; }
        run "$dir" vectors vectors_stb vectors_traces
    done
done
