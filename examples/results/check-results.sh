#!/usr/bin/env bash
# Checks what a build of the site cannot see: whether a push or a pull request rewrote or removed a permanent file, repeated an
# old statement, added a bundle without its document, or added a link to files outside this repository. A pull request from a fork
# may only add run documents, of measured runs, with their bundles. Building the site verifies the bundles and signed statements.
#
# check-results.sh [COMMIT]: compares the checked-out files with COMMIT, the previous state (default: HEAD^).
# FROM_FORK=true: the change is a pull request from a fork.
set -euo pipefail
shopt -s nullglob

# Anyone may choose the name of a file, and a log executes lines with "::" and "##[".
fail() {
  printf '::error::%s\n' "${1//[^A-Za-z0-9 .,:;*\/^_\'-]/?}"
  exit 1
}

before=${1:-HEAD^}
# For a new branch, GitHub gives forty zeros as the previous commit.
if [[ $before =~ ^0+$ ]]; then before=HEAD^; fi

known() {
  git rev-parse --quiet --verify "$before^{commit}" > /dev/null
}

# changed FILTER PATH: puts the names of the changed files into the list "files".
changed() {
  mapfile -d '' files < <(git diff -z --name-only --no-renames --diff-filter="$1" "$before" HEAD -- "$2")
}

# A forced push removes the previous commit from the history, but it can still be fetched.
if [ "$before" != HEAD^ ] && ! known; then
  git fetch --quiet origin "$before" 2> /dev/null || true
  known || fail "The history was rewritten: the previous commit $before not found. Push the previous history again."
fi

# The first commit of a repository has none before it.
known || [ "$(git rev-parse --is-shallow-repository)" = false ] \
  || fail "The clone lacks the previous commit, so nothing can be compared. Set fetch-depth: 0 in actions/checkout."

# 120000 is a symbolic link, 160000 another repository (git-fast-import, "filemodify").
while IFS= read -r -d '' entry; do
  mode=${entry%% *} file=${entry#*$'\t'}
  # Attributes can change what a checkout writes, so that a document differs from the one that was committed.
  if [[ ${file##*/} == .gitattributes ]]; then fail "$file changes how files are checked out. Remove it."; fi
  case $file in
    documents | documents/* | statements | statements/* | editions | editions/*)
      [[ $mode != 1[26]0000 ]] || fail "$file is a link. Replace it with the file itself."
      [[ $file =~ ^([a-z]+/\.gitkeep|documents/[a-z2-7]{26}(\.sigstore)?\.json|statements/[a-z2-7]{26}\.jsonl|editions/[A-Za-z0-9._/-]+)$ ]] \
        || fail "$file has a name that no file of a registry has. Rename or remove it."
      [[ $file != *.sigstore.json || -e ${file%.sigstore.json}.json ]] \
        || fail "$file is a bundle without its document. Add both together."
      ;;
  esac
done < <(git ls-files -z --stage)

if known; then
  changed MT documents
  for file in "${files[@]}"; do
    fail "$file was rewritten. Documents and bundles must not change: withdraw the run with plimsoll-registry, and publish another."
  done
  changed D documents
  for file in "${files[@]}"; do
    id=${file#documents/} id=${id%%.*}
    jq --exit-status --slurp 'any(.kind == "deleted")' "statements/$id.jsonl" > /dev/null 2>&1 \
      || fail "$file is gone. Delete runs only with plimsoll-registry delete, which records the reason."
  done
  changed DMT editions
  for file in "${files[@]}"; do
    fail "$file was rewritten or is gone. Editions must not change: publish a correction as a new edition."
  done
  changed DT statements
  for file in "${files[@]}"; do
    fail "$file is gone. Statements about runs must not be removed."
  done
  changed M statements
  for file in "${files[@]}"; do
    git show "$before:$file" | cmp --silent --bytes="$(git cat-file -s "$before:$file")" - "$file" \
      || fail "$file was rewritten. Only add lines at its end."
  done
  if [ "${FROM_FORK:-false}" = true ]; then
    changed DMT .
    for file in "${files[@]}"; do
      fail "$file is not new. A pull request from a fork may only add run documents."
    done
    changed A .
    for file in "${files[@]}"; do
      [[ $file == documents/*.json ]] || fail "$file is not a run document. A pull request from a fork may only add run documents."
      [[ $file != *.sigstore.json || " ${files[*]} " == *" ${file%.sigstore.json}.json "* ]] \
        || fail "$file is a bundle for a run that is there. A pull request from a fork may only add bundles with their documents."
      # A file with several values prints several lines, and one that jq cannot read to its end fails.
      transcribed=$(jq '.origin.kind == "transcribed"' "$file" 2> /dev/null) || transcribed=unreadable
      if [[ $transcribed == *true* ]]; then
        fail "$file is transcribed from a publication. Only the owner of this repository adds such runs."
      fi
      [ "$transcribed" = false ] || fail "$file is not one JSON object. Publish a run document with plimsoll publish."
    done
  fi
fi

statements=(statements/*.jsonl)
# The last statement often decides, so an old one must not be added again, also not in other characters.
repeated() {
  sort "$1" | uniq -d
  jq --compact-output --sort-keys . "$1" 2> /dev/null | sort | uniq -d
}
for file in "${statements[@]}"; do
  [ "$(repeated "$file" | wc -l)" = 0 ] || fail "$file has the same line twice. Remove the second one."
done
if [ ${#statements[@]} -gt 0 ]; then
  jq . "${statements[@]}" > /dev/null 2>&1 \
    || fail "A file in statements is not valid JSON. Find it with: jq . statements/*.jsonl"
fi
