# setup.sh - shared by tools/ambwalk and tools/check: the Debian packages, and quiet building.  Sourced, POSIX sh.

BUILD_PACKAGES="gcc libc6-dev cmake ninja-build pkg-config libsdl2-dev libsdl2-ttf-dev libopenal-dev libsndfile1-dev
libmpg123-dev libjansson-dev libpng-dev zlib1g-dev libmd-dev libfftw3-dev libsamplerate0-dev libebur128-dev fonts-dejavu-core"

TEST_PACKAGES="g++ clang libclang-rt-14-dev libcmocka-dev binutils locales xvfb xdotool x11-utils imagemagick pulseaudio pulseaudio-utils"

say() {
    printf '%s\n' "$*" >&2
}

# Names of those that are not installed.
missing_packages() {
    for package in "$@"; do
        case $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# Installs what is missing; a second run finds nothing to do.
need_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        say "This is no Debian: please see that these, or their like, are installed: $*"
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "Needed packages are missing and there is no sudo. As root, run: apt-get install $missing"
            return 1
        fi
        as_root=sudo
    fi
    say "Installing: $missing"
    # shellcheck disable=SC2086 # one word a package
    if $as_root apt-get update -qq >&2 &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2; then
        return 0
    fi
    say "apt-get could not install: $missing"
    return 1
}

# configure_and_build SOURCE BUILD [CMAKE ARGUMENTS...]: prints the compiler's output only when it fails.
configure_and_build() {
    source_dir=$1
    build_dir=$2
    shift 2
    mkdir -p "$build_dir"
    log=$build_dir/setup.log
    if [ ! -f "$build_dir/build.ninja" ]; then
        say "Building in $build_dir (the first time takes about a minute)"
        if ! cmake -S "$source_dir" -B "$build_dir" -G Ninja "$@" >"$log" 2>&1; then
            cat "$log" >&2
            rm -f "$build_dir/build.ninja" "$build_dir/CMakeCache.txt"
            return 1
        fi
    fi
    if ! cmake --build "$build_dir" >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
}
