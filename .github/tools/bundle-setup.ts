// Vitest's global setup for tests that run the action: GitHub runs its bundle, which a fresh clone lacks.
import { bundle, DIST } from './bundle.ts'

/** Builds the bundle of the action from the sources as they are. */
export async function setup(): Promise<void> {
  await bundle(DIST)
}
