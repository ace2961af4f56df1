#!/bin/sh
# Count the words of every file in a directory, and say how many there are, as JSON.
set -eu
cat "$1"/* | tr -s '[:space:]' '\n' | sort | uniq -c > counts.txt
echo "{\"words\": $(awk '{ sum += $1 } END { print sum }' counts.txt), \"different\": $(wc -l < counts.txt)}"
