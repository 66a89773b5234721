#!/bin/sh
# check_layers.sh CORE_ARCHIVE - arrows between the rooms only run downwards; core knows no file, clock, environment or global.
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0

complain() {
    printf '%s\n' "$*"
    bad=1
}

# room: what its sources may include, as a pattern for #include <...> and #include "..." that name a library
libraries='SDL|AL/|sndfile|mpg123|jansson|png\.h|zlib|fftw3|samplerate|ebur128|md5|sha2|sha256|openal'
allow() { # ROOM PATTERN
    found=$(grep -rnE "#include *[<\"]($libraries)" "src/$1" --include='*.[ch]' | grep -vE "#include *[<\"]($2)")
    [ -z "$found" ] || complain "src/$1 includes a library it may not:
$found"
}
allow core 'NOTHING'
allow io 'jansson'
allow dat 'zlib|sha2|sha256'
allow region 'jansson|png\.h|sha2|sha256'
allow audio 'SDL|AL/|sndfile|mpg123'
allow analysis 'jansson|png\.h|fftw3|samplerate|ebur128|sha2|sha256|zlib'

# no room includes a private header of a room above it, nor its public ones
upward() { # ROOM HEADERS...
    room=$1
    shift
    for header in "$@"; do
        found=$(grep -rnE "#include *[<\"]amb/$header" "src/$room" --include='*.[ch]')
        [ -z "$found" ] || complain "src/$room looks upwards:
$found"
    done
}
files='outfile|readfile|arena|json_out|doc|utf8'
readers='dat|region_folder'
sound='decode|mixer|recorder|drain'
above='log|walk|diff|lint|scenario|compare|bench'
upward core "($files|$readers|$sound|$above)[a-z_]*\.h"
upward io "($readers|$sound|$above)[a-z_]*\.h"
upward dat "(region_folder|$sound|$above)[a-z_]*\.h"
upward region "(dat|$sound|$above)[a-z_]*\.h"
upward audio "($readers|$above)[a-z_]*\.h"
upward analysis "(mixer|drain)\.h"

# (the locale it knows only to be rid of it)
allowed='mem(cpy|set|cmp|move|chr)|bcmp|str(len|cmp|ncmp|chr|rchr|cspn|spn|tod|tof|toul|tol|dup|str|casecmp|ncasecmp)|v?snprintf|localeconv|newlocale|uselocale|freelocale
|(c|m|re)alloc|free|qsort|bsearch|sin|cos|sqrt|pow|log2|atan2|fmod|floor|ceil|round|llround|lround|fabs|exp2|trunc|fmin|fmax|remainder|sincos|floorf|nextafterf|__stack_chk_fail
|__(mem|str)[a-z]*_chk|__v?snprintf_chk|_GLOBAL_OFFSET_TABLE_|__(asan|ubsan|sanitizer)[a-z0-9_]*|__isoc99_sscanf|__isoc23_[a-z]*|__ctype_[a-z_]*'
allowed=$(printf '%s' "$allowed" | tr -d '\n')
outside=$(nm -u "$1" 2>/dev/null | awk '$1 == "U" {print $2}' | sort -u | grep -vE "^(amb_[a-z0-9_]*|$allowed)$")
[ -z "$outside" ] || complain "core calls what it may not know: $(echo $outside)"
[ "$(nm -u "$1" | wc -l)" -gt 0 ] || complain "no symbols in $1"

# A sanitized archive carries the sanitizer's own data.
if [ "${2:-}" != sanitized ]; then
    bytes=$(size -A "$1" | awk '($1 == ".data" || $1 == ".bss") {n += $2} END {print n + 0}')
    [ "$bytes" -eq 0 ] || complain "core has $bytes bytes of writable data: $(nm "$1" | grep -E ' [BbDd] ')"
fi
[ $bad -eq 0 ] && echo "layers hold"
exit $bad
