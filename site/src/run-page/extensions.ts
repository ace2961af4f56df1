/** The files of a run under `/runs`: its id, a dot, and one of these extensions. */
export const RUN_EXTENSIONS = ['html', 'json', 'csv', 'vl.json', 'svg', 'badge.svg', 'png'] as const

export type RunExtension = (typeof RUN_EXTENSIONS)[number]

/** The files of a deleted run under `/runs`. */
export const DELETED_EXTENSIONS = ['html'] as const satisfies RunExtension[]
