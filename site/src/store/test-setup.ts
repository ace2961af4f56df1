// What vitest does before any test: reading the index needs the generated client, which a fresh clone has not.
export { ensureClient as setup } from './generate-client.ts'
