/**
 * The extensions of the files of a run under `/runs`. The name of each file is the run's id, a dot, and an extension.
 */
export const RUN_EXTENSIONS = ['html', 'json', 'csv', 'vl.json', 'svg', 'badge.svg', 'png'] as const

export type RunExtension = (typeof RUN_EXTENSIONS)[number]

/** The extensions of the files that a deleted run has under `/runs`. */
export const DELETED_EXTENSIONS = ['html'] as const satisfies RunExtension[]
