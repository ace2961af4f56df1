import { createHash } from 'node:crypto'
import { canonicalize, type JsonValue } from '@plimsoll/schema'
import type { Plan } from './plan.ts'

/** SHA-256 of a plan, its own digest aside. */
export function planDigest({ digest: _, ...plan }: Omit<Plan, 'digest'> & { digest?: string }): string {
  const text = canonicalize(plan as unknown as JsonValue)
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
