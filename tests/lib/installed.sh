# installed.sh BUILD CC [FLAGS...] - what `cmake --install` puts under a prefix of its own works from there: the program finds its
# demo, and pkg-config compiles the example.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
cc=$2
shift 2
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >"$prefix/log"
if [ -x "$build/bin/ambwalk" ]; then
    "$prefix/bin/ambwalk" inspect >"$prefix/inspect"
    grep -F "$prefix/share/ambwalk/demo" "$prefix/inspect"
fi
pc=$(find "$prefix" -name amb.pc)
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs amb)
echo "$flags"
# shellcheck disable=SC2086 # several words
"$cc" "$@" "$here/example.c" $flags -o "$prefix/example"
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")") "$prefix/example"
