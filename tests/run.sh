#!/bin/sh
# Format, lints, all tests, the docs, and a table of what ran and what did not.
set -eu

log=$(mktemp)
trap 'rm -f "$log"' EXIT

step() {
    echo "== $1"
    shift
    "$@"
}

step "format" cargo fmt --check
step "lints" cargo clippy --all-targets -- -D warnings
echo "== tests"
# The output is shown and kept, to count what the tests say they skipped.
{
    code=0
    # Unit tests have little to do: they run sooner where the library is not optimised for them.
    CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo test --no-fail-fast --lib -- --show-output 2>&1 || code=$?
    cargo test --no-fail-fast --bins --test '*' -- --show-output 2>&1 || code=$?
    cargo test --no-fail-fast --doc 2>&1 || code=$?
    echo "$code" >"$log.exit"
} | tee "$log"
code=$(cat "$log.exit")
rm -f "$log.exit"
step "docs" env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet

sum() { awk -v word="$1" '/^test result:/ { for (i = 2; i <= NF; i++) if ($i ~ "^" word) n += $(i - 1) } END { print n + 0 }' "$log"; }

echo
echo "what ran"
echo "--------"
passed=$(sum passed); failed=$(sum failed)
if grep -q '^corpus: [0-9]* files' "$log"; then
    grep -o '^corpus: [0-9]* files' "$log" | sort -u | tail -n 1
else
    echo "corpus: NOT RUN (set BONEWRIGHT_CORPUS to a folder of real files)"
fi
if grep -q '^skipped: ' "$log"; then
    grep '^skipped: ' "$log" | sort | uniq -c
else
    echo "skipped: nothing"
fi
echo "tests: $passed passed, $failed failed"
[ "$code" = 0 ]
