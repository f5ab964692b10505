#!/bin/sh
# Installs the Debian packages that building, running and testing need, where that is possible;
# else names those that are missing.
set -eu

wanted="build-essential pkg-config libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon0 libxkbcommon-x11-0 libwayland-client0 libwayland-egl1 libgl1 libegl1 libgl1-mesa-dri xvfb xdotool imagemagick x11-utils procps"

command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=""
for package in $wanted; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    apt-get update -qq && $install
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo -n apt-get update -qq && sudo -n $install
else
    echo "These Debian packages are missing; install them with:"
    echo "  sudo $install"
    exit 1
fi
