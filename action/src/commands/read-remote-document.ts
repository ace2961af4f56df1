import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { downloadText, notDownloaded } from '../download-text.ts'

const ADVICE = 'Check the address.'
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
  const text = await downloadText(url, ADVICE, MAX_MIB)
  if (text === null) throw notDownloaded(url, 'the server answered 404', ADVICE)
  try {
    return readRun(text)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(2, `${url} is not a valid run document.`)
  }
}
