import path from 'node:path'
import { createClient } from '@libsql/client'
import { EXIT, RegistryError } from '../errors.ts'
import { fileUrl } from '../store/database-connection.ts'
import type { Registry } from '../store/registry.ts'

/**
 * Makes this process the only server that accepts runs for a registry. Two servers could append to the same statements
 * at the same time. The lock is SQLite's, and so the kernel's: it ends with the process, however that ends, and it
 * holds between containers of one machine, whose process ids would tell nothing.
 * @returns a function that ends the hold
 * @throws RegistryError `already-served`
 */
export async function holdRegistry({ directory }: Registry): Promise<() => void> {
  const client = createClient({ url: fileUrl(path.join(directory, 'server.lock')) })
  try {
    const transaction = await client.transaction('write')
    return () => {
      transaction.close()
      client.close()
    }
  } catch (error) {
    client.close()
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error
    const sentence = `Another server already accepts runs for the registry ${directory}. Stop it first, or serve without --ingest.`
    throw new RegistryError('already-served', sentence, EXIT.environment)
  }
}
