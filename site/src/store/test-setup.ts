// Vitest's global setup generates the Prisma client, which a fresh clone lacks and reading the index requires.
export { ensurePrismaClient as setup } from './generate-prisma-client.ts'
