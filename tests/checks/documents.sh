# documents.sh BUILD [AMBWALK] - what the documents name is there: linked and quoted files, and, when the program was built, tests (those of
# tests/README.md one by one), commands (each in the manual page, none besides) and options.
set -u
export LC_ALL=C # sort and comm agree
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
ambwalk=${2:-}
list=$(mktemp -d)
trap 'rm -rf "$list"' EXIT
bad=0
cd "$root" || exit 1

complain() {
    echo "$*"
    bad=1
}

# A name as it stands in the document of folder $1: seen from there, from the root, from include/.
there() {
    [ -e "$1/$2" ] || [ -e "$2" ] || [ -e "include/$2" ]
}

quoted() { # FILE ERE: names in backquotes outside of indented examples
    grep -v '^    ' "$1" | grep -oE '`[^` ]+`' | tr -d '`' | grep -E "$2" | grep -v '[*<]\|^[A-Z]*/\|/[A-Z]*$' | sort -u
}

check_files() {
    folder=$(dirname "$1")
    for target in $(grep -o '](\([^)#]*\)' "$1" | sed 's/](//' | grep -v '^[a-z]*:'); do
        [ -e "$folder/$target" ] || complain "$1: no file $target"
    done
    for name in $(quoted "$1" '^(src|tests|tools|include|assets|amb)/'); do
        there "$folder" "$name" || complain "$1: no file $name"
    done
    for name in $(quoted "$1" '^[a-z0-9_]+\.(c|h|sh)$' | comm -23 - "$list/names"); do
        complain "$1: no file $name"
    done
}

list_tests() {
    (cd "$build" && ctest -N) | sed -n 's/^ *Test *#[0-9]*: //p'
    # Some builds leave some out.
    find tests -name CMakeLists.txt -exec sed -n 's/^  amb_test(\([a-z0-9_]*\) .*/\1/p; s/^  amb_live_test(\([a-z0-9_]*\) .*/live_\1/p' {} +
}

check_tests() {
    for pattern in $(grep -ohE '(ctest|check) -R [a-z_]+' "$1" | sed 's/.* //' | sort -u); do
        grep -q "$pattern" "$list/tests" || complain "$1: no test $pattern"
    done
}

# PROGRAM/TEST of each test in the sources: tests/core/test_scene.c holds those of the program scene, or core_scene.
list_named_tests() {
    grep -roE '(unit_test[a-z_]*|TEST|T)\([a-z0-9_]+[,)]' tests --include='test_*.c' | sed 's/[,)]$//' |
        awk -F '[:(]' '{
            n = split($1, part, "/")
            program = substr(part[n], 6, length(part[n]) - 7)
            print program "/" $3
            for (i = 1; i < n; i++) print part[i] "_" program "/" $3
        }' | sort -u
}

# `PROGRAM/TEST` in a table row: a program that this build registers, or another one, and a test of that name in its source.
check_named_tests() {
    grep '^|' "$1" | grep -oE '`[a-z0-9_]+/[a-z0-9_]+`' | tr -d '`' | sort -u >"$list/named"
    for program in $(sed 's,/.*,,' "$list/named" | sort -u | comm -23 - "$list/tests"); do
        complain "$1: no test program $program"
    done
    list_named_tests >"$list/written"
    for test in $(comm -23 "$list/named" "$list/written"); do
        complain "$1: no test $test"
    done
    grep -qE '^\| [0-9]+ \|.*\| \|$' "$1" && complain "$1: a row says neither what holds it nor why nothing does"
}

check_options() {
    for option in $(grep -vE 'cmake|ctest|pkg-config' "$1" | sed 's/\\-/-/g' | grep -ohE -- '--[a-z][a-z-]+' | sort -u |
        comm -23 - "$list/options"); do
        complain "$1: no option $option"
    done
}

find . -name .git -prune -o -path './build*' -prune -o -name '*.md' -print | sed 's,^\./,,' | sort >"$list/documents"
find src tests tools include -type f >"$list/files"
sed 's,.*/,,' "$list/files" | sort -u >"$list/names"
[ -s "$list/documents" ] || complain "no documents found"
list_tests | sort -u >"$list/tests"
while read -r document; do
    check_files "$document"
    [ -z "$ambwalk" ] || check_tests "$document"
done <"$list/documents"
[ -z "$ambwalk" ] || check_named_tests tests/README.md

if [ -n "$ambwalk" ]; then
    "$ambwalk" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort >"$list/commands"
    [ -s "$list/commands" ] || complain "the program lists no commands"
    while read -r command; do "$ambwalk" help "$command"; done <"$list/commands" >"$list/help"
    echo "--help --version" >>"$list/help"
    grep -oE -- '--[a-z][a-z-]+( |$)' "$list/help" | tr -d ' ' | sort -u >"$list/options"
    while read -r document; do check_options "$document"; done <"$list/documents"
    check_options assets/ambwalk.1
    sed -n '/^\.SH COMMANDS/,/^\.SH SOURCE/{/^\.TP/{n;p}}' assets/ambwalk.1 | tr -c 'A-Za-z\n-' '\n' |
        grep -xE '[a-z]{3,}' | sort >"$list/manual"
    diff "$list/commands" "$list/manual" >"$list/diff" ||
        complain "commands of the program (<) and of assets/ambwalk.1 (>): $(grep '^[<>]' "$list/diff" | tr '\n' ' ')"
fi
echo "$(wc -l <"$list/documents") documents read"
exit $bad
