import type { KindName } from './workload.ts'

/** Targets of Plimsoll's Dockerfile that a kind runs besides the image of its workload. */
export const TARGETS_OF_KINDS = { 'image-pull': 'registry' } as const satisfies Partial<Record<KindName, string>>
