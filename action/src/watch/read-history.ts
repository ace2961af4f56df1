import { InvalidDocument, type ProjectHistory, parseProjectHistory } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { downloadText } from '../download-text.ts'

/**
 * Downloads the history of a project from a registry.
 * @param page the address of the project's page
 * @returns null if the registry has no such page
 * @throws Problem (3)
 */
export async function readHistory(page: string): Promise<ProjectHistory | null> {
  const address = `${page}.json`
  const text = await downloadText(address, "Check the input 'registry', and try again.")
  if (text === null) return null
  try {
    return parseProjectHistory(text)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(3, `${address} is not the history of a project. Is the registry of this version of Plimsoll?`)
  }
}
