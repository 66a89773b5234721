#!/bin/sh
# desk.sh COMMAND...: runs it at a desk of its own: an X display (1500x1000) and a PulseAudio server with one output,
# the null sink "qa", whose monitor can be recorded sample for sample.  Nothing outside a temporary folder is touched;
# what was started is ended by its number.  Exit code: the command's; 99 when the desk cannot be set up.
for tool in Xvfb pulseaudio pactl parec xdotool; do
    command -v $tool >/dev/null 2>&1 && continue
    echo "desk.sh: $tool is missing (packages xvfb, pulseaudio, pulseaudio-utils, xdotool)" >&2
    exit 99
done
dir=$(mktemp -d) || exit 99
xvfb= pulse=
cleanup() {
    [ -n "$pulse" ] && kill "$pulse" 2>/dev/null && wait "$pulse" 2>/dev/null
    [ -n "$xvfb" ] && kill "$xvfb" 2>/dev/null && wait "$xvfb" 2>/dev/null
    rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# within N twentieths of a second
until_true() {
    left=$1
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || { echo "desk.sh: gave up waiting for: $*" >&2; exit 99; }
        sleep 0.05
    done
}

Xvfb -displayfd 3 -screen 0 1500x1000x24 -nolisten tcp -noreset 3>"$dir/display" >"$dir/xvfb.log" 2>&1 &
xvfb=$!
until_true 400 test -s "$dir/display"
DISPLAY=:$(cat "$dir/display")

mkdir -m 700 "$dir/pulse" "$dir/state" "$dir/home"
XDG_RUNTIME_DIR=$dir PULSE_RUNTIME_PATH=$dir/pulse PULSE_STATE_PATH=$dir/state HOME=$dir/home
DBUS_SESSION_BUS_ADDRESS=unix:path=$dir/none PULSE_SERVER=unix:$dir/pulse/native
PULSE_CONFIG=$dir/daemon.conf PULSE_CLIENTCONFIG=$dir/client.conf
export DISPLAY XDG_RUNTIME_DIR PULSE_RUNTIME_PATH PULSE_STATE_PATH HOME DBUS_SESSION_BUS_ADDRESS PULSE_SERVER
export PULSE_CONFIG PULSE_CLIENTCONFIG
unset WAYLAND_DISPLAY XAUTHORITY XMODIFIERS XDG_CONFIG_HOME XDG_STATE_HOME
cat >"$dir/start.pa" <<END
load-module module-native-protocol-unix socket=$dir/pulse/native auth-anonymous=1
load-module module-null-sink sink_name=qa format=float32le rate=44100 channels=2 channel_map=front-left,front-right
set-default-sink qa
END
printf 'default-sample-format = float32le\ndefault-sample-rate = 44100\nflat-volumes = no\n' >"$dir/daemon.conf"
printf 'autospawn = no\n' >"$dir/client.conf"
pulseaudio -n -F "$dir/start.pa" --daemonize=no --exit-idle-time=-1 --use-pid-file=no --realtime=no --high-priority=no \
    --log-target=file:"$dir/pulse.log" >/dev/null 2>&1 &
pulse=$!
until_true 400 pactl info

SDL_AUDIODRIVER=pulseaudio "$@"
