import { InvalidDocument, type ProjectHistory, parseProjectHistory } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { readAnswer } from '../read-answer.ts'

const TIMEOUT_MS = 60_000

/**
 * Downloads the history of a project from a registry.
 * @param page the address of the project's page
 * @returns null if the registry has no such page
 * @throws Problem (3)
 */
export async function readHistory(page: string): Promise<ProjectHistory | null> {
  const address = `${page}.json`
  let text: string
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    text = String(await readAnswer(response))
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new Problem(3, `${address} could not be downloaded (${reason}). Check the input 'registry', and try again.`)
  }
  try {
    return parseProjectHistory(text)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(3, `${address} is not the history of a project. Is the registry of this version of Plimsoll?`)
  }
}
