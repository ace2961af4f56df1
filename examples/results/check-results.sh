#!/usr/bin/env bash
# What a build of the site cannot see: that the last commit rewrote or removed what is there for ever, or brought a
# statement that only a registry which took a token itself may make.
set -euo pipefail
shopt -s nullglob

fail() {
  echo "::error::$1"
  exit 1
}

changed() {
  git diff --name-only --no-renames --diff-filter="$1" HEAD^ HEAD -- "$2"
}

if git rev-parse --quiet --verify HEAD^ > /dev/null; then
  for file in $(changed MT documents); do
    fail "$file was rewritten: a document stays as it is. Withdraw it with plimsoll-registry, and hand in another."
  done
  for file in $(changed D documents); do
    id=$(basename "$file" .json)
    jq --exit-status --slurp 'any(.kind == "tombstone")' "statements/$id.jsonl" > /dev/null \
      || fail "$file is gone: take a document out with plimsoll-registry bury, which says why."
  done
  for file in $(changed DT statements); do
    fail "$file is gone: what was said of a run stays."
  done
  for file in $(changed M statements); do
    git show "HEAD^:$file" | cmp --silent --bytes="$(git cat-file -s "HEAD^:$file")" - "$file" \
      || fail "$file was rewritten: statements are only ever added, at its end."
  done
fi

statements=(statements/*.jsonl)
if [ ${#statements[@]} -gt 0 ]; then
  signed=$(jq --raw-output 'select(.kind == "signed") | input_filename' "${statements[@]}") \
    || fail "A file in statements holds what is no JSON: see the line above."
  [ -z "$signed" ] \
    || fail "$(head -n 1 <<< "$signed") is signed, which cannot be verified here: take that line out. Its run is self-reported."
fi
