#!/usr/bin/env bash
# Checks what a build of the site cannot see: whether a push or a pull request rewrote or removed a permanent file, repeated an
# old statement, added one that only a registry with a server may sign, or added a link to files outside this repository.
#
# check-results.sh [COMMIT]: compares the checked-out files with COMMIT, the previous state (default: HEAD^).
set -euo pipefail
shopt -s nullglob

fail() {
  echo "::error::$1"
  exit 1
}

before=${1:-HEAD^}
# For a new branch, GitHub gives forty zeros as the previous commit.
if [[ $before =~ ^0+$ ]]; then before=HEAD^; fi

known() {
  git rev-parse --quiet --verify "$before^{commit}" > /dev/null
}

changed() {
  git diff --name-only --no-renames --diff-filter="$1" "$before" HEAD -- "$2"
}

# A forced push removes the previous commit from the history, but it can still be fetched.
if [ "$before" != HEAD^ ] && ! known; then
  git fetch --quiet origin "$before" || true
  known || fail "The history was rewritten: the previous commit $before not found. Push the previous history again."
fi

# 120000 is a symbolic link, 160000 another repository (git-fast-import, "filemodify").
links=$(git ls-files --stage -- documents statements editions log | sed -nE 's/^1[26]0000 [^\t]*\t//p')
[ -z "$links" ] || fail "$(head -n 1 <<< "$links") is a link. Replace it with the file itself."

if known; then
  for file in $(changed MT documents); do
    fail "$file was rewritten. Documents must not change: withdraw this one with plimsoll-registry, and publish another."
  done
  for file in $(changed D documents); do
    id=$(basename "$file" .json)
    jq --exit-status --slurp 'any(.kind == "deleted")' "statements/$id.jsonl" > /dev/null \
      || fail "$file is gone. Delete documents only with plimsoll-registry delete, which records the reason."
  done
  for file in $(changed DMT editions); do
    fail "$file was rewritten or is gone. Editions must not change: publish a correction as a new edition."
  done
  for file in $(changed DT statements); do
    fail "$file is gone. Statements about runs must not be removed."
  done
  for file in $(changed DT log/checkpoints) $(changed DMT log/verifier-key); do
    fail "$file was rewritten or is gone. The transparency log must only grow: put the folder log back."
  done
  for file in $(changed M statements) $(changed M log/checkpoints); do
    git show "$before:$file" | cmp --silent --bytes="$(git cat-file -s "$before:$file")" - "$file" \
      || fail "$file was rewritten. Only add lines at its end."
  done
fi

statements=(statements/*.jsonl)
# The last statement often decides, so an old one must not be added again.
for file in "${statements[@]}"; do
  [ -z "$(sort "$file" | uniq -d)" ] || fail "$file has the same line twice. Remove the second one."
done
if [ ${#statements[@]} -gt 0 ]; then
  signed=$(jq --raw-output 'select(.kind == "signed") | input_filename' "${statements[@]}") \
    || fail "A file in statements is not valid JSON. See the line above."
  [ -z "$signed" ] \
    || fail "$(head -n 1 <<< "$signed") has a signed statement, which cannot be verified here. Remove that line; the run is self-reported."
fi
