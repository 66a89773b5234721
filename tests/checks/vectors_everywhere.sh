#!/bin/sh
# vectors_everywhere.sh BUILD_DIR - the vectors hold with gcc and clang, at -O0 and -O3, and with the C library's FMA paths off.
set -eu
root=$(dirname "$(readlink -f "$0")")/../..
out=$1
mkdir -p "$out"
for cc in gcc clang; do
    for level in -O0 -O3; do
        dir=$out/$cc$level
        cmake -S "$root" -B "$dir" -G Ninja -DCMAKE_C_COMPILER=$cc -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$level" >"$dir.log" 2>&1 ||
            { cat "$dir.log"; exit 1; }
        cmake --build "$dir" --target test_vectors >"$dir.log" 2>&1 || { cat "$dir.log"; exit 1; }
        "$dir/bin/test_vectors" >"$dir.log" 2>&1 || { cat "$dir.log"; exit 1; }
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-FMA_Usable,-FMA4_Usable,-AVX2_Usable \
            "$dir/bin/test_vectors" >"$dir.log" 2>&1 || { cat "$dir.log"; exit 1; }
        echo "$cc $level: $(grep -c 'rows compared' "$dir.log") files, with and without FMA"
    done
done
