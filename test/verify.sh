#!/usr/bin/env bash
# npm run verify: everything that must hold before a change lands. Each part runs even when an earlier one failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

passed=0
failed=0
report=""

part() { # part NAME COMMAND…
  local name=$1 began=$SECONDS word=ok
  shift
  printf '\n== %s\n' "$name"
  if "$@" </dev/null; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    word=FAILED
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
[ "$failed" -eq 0 ]
