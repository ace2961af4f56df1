#!/usr/bin/env bash
# What a build of the site cannot see: that a push or a pull request rewrote or removed what is there for ever, or brought
# a statement that only a registry which took a token itself may make. And a link: what it leads to is no part of this.
#
# check-results.sh [COMMIT]: compares what is checked out with COMMIT, which was there before; without one with the commit
# before the last.
set -euo pipefail
shopt -s nullglob

fail() {
  echo "::error::$1"
  exit 1
}

before=${1:-HEAD^}
# Where a branch is new, GitHub names what was there before with forty zeros.
if [[ $before =~ ^0+$ ]]; then before=HEAD^; fi

known() {
  git rev-parse --quiet --verify "$before^{commit}" > /dev/null
}

changed() {
  git diff --name-only --no-renames --diff-filter="$1" "$before" HEAD -- "$2"
}

# What a forced push replaced is in no history any more, but can still be had.
if [ "$before" != HEAD^ ] && ! known; then
  git fetch --quiet origin "$before" || true
  known || fail "The history was rewritten, and $before, which was there before, is gone: push again what was there."
fi

# 120000 is a symbolic link, 160000 another repository (git-fast-import, "filemodify").
links=$(git ls-files --stage -- documents statements editions | sed -nE 's/^1[26]0000 [^\t]*\t//p')
[ -z "$links" ] || fail "$(head -n 1 <<< "$links") is a link: put the file itself there."

if known; then
  for file in $(changed MT documents); do
    fail "$file was rewritten: a document stays as it is. Withdraw it with plimsoll-registry, and hand in another."
  done
  for file in $(changed D documents); do
    id=$(basename "$file" .json)
    jq --exit-status --slurp 'any(.kind == "deleted")' "statements/$id.jsonl" > /dev/null \
      || fail "$file is gone: take a document out with plimsoll-registry delete, which says why."
  done
  for file in $(changed DMT editions); do
    fail "$file was rewritten or is gone: an edition stays as it is. A correction is another edition."
  done
  for file in $(changed DT statements); do
    fail "$file is gone: what was said of a run stays."
  done
  for file in $(changed M statements); do
    git show "$before:$file" | cmp --silent --bytes="$(git cat-file -s "$before:$file")" - "$file" \
      || fail "$file was rewritten: statements are only ever added, at its end."
  done
fi

statements=(statements/*.jsonl)
if [ ${#statements[@]} -gt 0 ]; then
  signed=$(jq --raw-output 'select(.kind == "signed") | input_filename' "${statements[@]}") \
    || fail "A file in statements is not valid JSON: see the line above."
  [ -z "$signed" ] \
    || fail "$(head -n 1 <<< "$signed") is signed, which cannot be verified here: take that line out. Its run is self-reported."
fi
