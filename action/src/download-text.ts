import { Problem } from '@plimsoll/workloads'
import { readAnswer } from './read-answer.ts'

const TIMEOUT_MS = 60_000

/**
 * Downloads a text file.
 * @param advice what to do if it cannot be downloaded, as a sentence
 * @returns null if the server has no such file
 * @throws Problem (3)
 */
export async function downloadText(
  address: string | URL,
  advice: string,
  maxMebibytes?: number,
): Promise<string | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 404 || response.status === 410) return null
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    return String(await readAnswer(response, maxMebibytes))
  } catch (error) {
    const { message, cause } = error as Error
    throw notDownloaded(address, cause instanceof Error ? cause.message : message, advice)
  }
}

/** The problem with a file that could not be downloaded. */
export function notDownloaded(address: string | URL, reason: string, advice: string): Problem {
  return new Problem(3, `${address} could not be downloaded (${reason}). ${advice}`)
}
