# vectors_everywhere.sh BIN_DIR - the vectors hold as built, at -O0 and -O3, each as the machine is and with the C library's FMA paths off.
set -eu
bin=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT

run() { # PROGRAM [GLIBC_TUNABLES=...]
    program=$bin/$1
    shift
    env "$@" "$program" >>"$log" 2>&1 || { cat "$log"; exit 1; }
}

for level in "" _O0 _O3; do
    : >"$log"
    for name in test_vectors test_vectors_stb test_vectors_traces; do
        run $name$level
        run $name$level GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX,-FMA_Usable,-FMA4_Usable,-AVX2_Usable
    done
    echo "${level:-as built}: $(grep -c 'rows compared' "$log") comparisons of files, with and without FMA"
done
