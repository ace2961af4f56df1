/** What a run has under `/runs`: its id, a dot, and one of these. */
export const RUN_EXTENSIONS = ['html', 'json', 'csv', 'vl.json', 'svg', 'badge.svg', 'png'] as const

export type RunExtension = (typeof RUN_EXTENSIONS)[number]

/** What is left under `/runs` of a run whose document was taken out. */
export const DELETED_EXTENSIONS = ['html'] as const satisfies RunExtension[]
