/**
 * The invisible first line of Plimsoll's comment on a pull request. A later run finds the comment by this line.
 * @param key as the input `comment-key` has it: 1 to 64 characters from a–z, 0–9 and `-`
 */
export function commentMarker(key: string): string {
  return `<!-- plimsoll:comment ${key} -->`
}
