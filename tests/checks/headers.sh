#!/bin/sh
# headers.sh CC INCLUDE_DIR [CXX] - each public header compiles alone, as C11 and, where CXX is given, as C++17.
set -u
cc=$1
dir=$2
cxx=${3:-}
bad=0
n=0
for header in "$dir"/amb/*.h; do
    n=$((n + 1))
    text="#include \"amb/$(basename "$header")\""
    printf '%s\n' "$text" | "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$dir" -fsyntax-only -x c - || bad=1
    [ -z "$cxx" ] || printf '%s\n' "$text" | "$cxx" -std=c++17 -Wall -Wextra -Werror -I"$dir" -fsyntax-only -x c++ - || bad=1
done
[ "$n" -gt 10 ] || { echo "only $n headers in $dir"; exit 1; }
echo "$n headers, each alone"
exit $bad
