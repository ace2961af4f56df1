import type { KindName } from './workload.ts'

/** The targets of Plimsoll's Dockerfile that a kind needs besides the image of its workload. */
export const KIND_IMAGE_TARGETS = { 'image-pull': 'registry' } as const satisfies Partial<Record<KindName, string>>
