import type { KindName } from './workload.ts'

/** The targets of Plimsoll's Dockerfile that a kind of workload needs besides the image of the workload itself. */
export const KIND_IMAGE_TARGETS = { 'image-pull': 'registry' } as const satisfies Partial<Record<KindName, string>>
