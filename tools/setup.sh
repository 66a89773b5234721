# shellcheck shell=sh disable=SC2034 # the lists are used by who sources this
# setup.sh - shared by tools/ambwalk and tools/check: the Debian packages, and quiet building.  Sourced, POSIX sh.

BUILD_PACKAGES="gcc libc6-dev cmake ninja-build pkg-config libsdl2-dev libsdl2-ttf-dev libx11-dev libxrandr-dev libopenal-dev libsndfile1-dev
libmpg123-dev libjansson-dev libpng-dev zlib1g-dev libmd-dev libfftw3-dev libsamplerate0-dev libebur128-dev fonts-dejavu-core"

TEST_PACKAGES="g++ clang libclang-rt-14-dev libcmocka-dev binutils locales xvfb xserver-xorg-core xserver-xorg-video-dummy
x11-xserver-utils openbox xdotool x11-utils x11-xkb-utils imagemagick pulseaudio pulseaudio-utils ffmpeg chromium strace"

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

# Installs what is missing; a second run finds nothing to do.  Where there is no apt-get the build says what it misses.
need_packages() {
    command -v apt-get >/dev/null 2>&1 || return 0
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
    say "Installing Debian packages (a minute or two, more on a slow line): $missing"
    log=$(mktemp)
    # shellcheck disable=SC2086 # one word a package
    if { $as_root apt-get update -q &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; } >"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    cat "$log" >&2
    rm -f "$log"
    say "apt-get could not install: $missing"
    return 1
}

# configure SOURCE BUILD [CMAKE ARGUMENTS...]
configure() {
    source_dir=$1
    build_dir=$2
    shift 2
    say "Building in $build_dir (the first time takes a minute or two)"
    cmake -S "$source_dir" -B "$build_dir" -G Ninja "$@" >"$build_dir/setup.log" 2>&1 && return 0
    cat "$build_dir/setup.log" >&2
    rm -f "$build_dir/build.ninja" "$build_dir/CMakeCache.txt"
    return 1
}

# configure_and_build SOURCE BUILD [CMAKE ARGUMENTS...]: prints the compiler's output only when it fails.  BUILD_WITH, where it is
# set, is a command that runs the compilation.
configure_and_build() {
    mkdir -p "$2"
    # A clone that was moved is configured anew.
    if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$1" "$2/CMakeCache.txt"; then
        rm -rf "$2/CMakeCache.txt" "$2/CMakeFiles" "$2/build.ninja" "$2/Makefile"
    fi
    if [ ! -f "$2/build.ninja" ] && [ ! -f "$2/Makefile" ]; then
        configure "$@" || return 1
    fi
    ${BUILD_WITH-} cmake --build "$2" >"$2/setup.log" 2>&1 && return 0
    cat "$2/setup.log" >&2
    return 1
}
