import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { readAnswer } from '../read-answer.ts'

const TIMEOUT_MS = 60_000
/** The maximum size of a download, in MiB. */
const MAX_MIB = 64

/**
 * Downloads the document of a run from a registry. The address is that of the run's page, or of its document.
 * @throws Problem: 3 if it cannot be downloaded, 2 if the address or the document is not valid
 */
export async function downloadDocument(address: string): Promise<ReturnType<typeof readRun>> {
  if (!URL.canParse(address)) throw new Problem(2, `${address} is not a valid address.`)
  const url = new URL(address)
  if (!url.pathname.endsWith('.json')) url.pathname = `${url.pathname.replace(/\.html$|\/$/, '')}.json`
  const failed = (reason: string) => new Problem(3, `${url} could not be downloaded (${reason}). Check the address.`)
  let text: string
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    text = String(await readAnswer(response, MAX_MIB))
  } catch (error) {
    const { message, cause } = error as Error
    throw failed(cause instanceof Error ? cause.message : message)
  }
  try {
    return readRun(text)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(2, `${url} is not a valid run document.`)
  }
}
