/**
 * Matches the characters that a reader cannot see: controls, separators of lines and paragraphs, what Unicode calls
 * default-ignorable (zero-width and direction-changing characters, tags, variation selectors, fillers), and the marks of
 * annotations. The pattern of a `line` in the schema refuses the same characters.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/**
 * Replaces every invisible character of a text by U+FFFD, except line feeds and tabs. Someone else's text could
 * otherwise send commands to a terminal, or look like another text.
 */
export function revealInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => (character === '\n' || character === '\t' ? character : '\ufffd'))
}

/**
 * Changes a text so that no line of it is a workflow command: GitHub's runner executes what a step prints as
 * `::command::` at the start of a line, or as `##[command]` anywhere in it
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands).
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gm, '$1 ').replaceAll('##[', '## [')
}

/** Returns someone else's text as it may be printed: without invisible characters and without workflow commands. */
export function forTerminal(text: string): string {
  return withoutCommands(revealInvisible(text))
}
