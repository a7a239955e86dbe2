#!/usr/bin/env bash
# npm run verify: everything that must hold before a change lands. Each part runs even when an earlier one failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

passed=0
failed=0
report=""
missed=""

said=$(mktemp)
trap 'rm -f "$said"' EXIT

part() { # part NAME COMMAND…; what failed in it is named again at the end, where one looks first
  local name=$1 began=$SECONDS word=ok
  shift
  printf '\n== %s\n' "$name"
  if "$@" </dev/null 2>&1 | tee "$said"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    word=FAILED
    missed+=$(sed 's/\x1b\[[0-9;]*m//g' "$said" | grep -E -A 12 '^ FAIL |^not ok |^ *✖ ' | head -n 120)$'\n'
  fi
  report+=$(printf '%-12s %4d s  %s' "$name" $((SECONDS - began)) "$word")$'\n'
}

bash test/packages.sh || exit 1
part build npm run --silent build
part lint npm run --silent lint
part types npm run --silent types
part quick npx --no vitest run --project quick
part e2e npx --no vitest run --project e2e
part guest bash test/guest/test.sh
part examples node dist/pitwire.js check test/fixtures/examples/*.json

printf '\n%sin %d s\n\n%d passed, %d failed\n' "$report" "$SECONDS" "$passed" "$failed"
printf '%s' "$missed"
[ "$failed" -eq 0 ]
