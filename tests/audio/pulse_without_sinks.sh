#!/bin/sh
# A private PulseAudio server without any output device; "$1 open" must end with an error, not with a crash of SDL.
# 77: PulseAudio is not installed (CTest reports the test as skipped).
command -v pulseaudio >/dev/null 2>&1 || exit 77
dir=$(mktemp -d) || exit 1
pulse=
cleanup() {
    [ -n "$pulse" ] && kill "$pulse" 2>/dev/null && wait "$pulse" 2>/dev/null
    rm -rf "$dir"
}
trap cleanup EXIT
mkdir -m 700 "$dir/pulse" "$dir/state"
export XDG_RUNTIME_DIR="$dir" PULSE_RUNTIME_PATH="$dir/pulse" PULSE_STATE_PATH="$dir/state" HOME="$dir" \
    DBUS_SESSION_BUS_ADDRESS="unix:path=$dir/none" PULSE_SERVER="unix:$dir/pulse/native"
printf 'load-module module-native-protocol-unix socket=%s auth-anonymous=1\n' "$dir/pulse/native" >"$dir/t.pa"
printf 'autospawn = no\n' >"$dir/client.conf"
: >"$dir/daemon.conf"
export PULSE_CONFIG="$dir/daemon.conf" PULSE_CLIENTCONFIG="$dir/client.conf"
pulseaudio -n -F "$dir/t.pa" --daemonize=no --exit-idle-time=-1 --use-pid-file=no --realtime=no --high-priority=no \
    --log-target=file:"$dir/log" &
pulse=$!
tries=0
until [ -S "$dir/pulse/native" ]; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] && kill -0 "$pulse" || { cat "$dir/log"; exit 1; }
    sleep 0.05
done
SDL_AUDIODRIVER=pulseaudio "$1" open
