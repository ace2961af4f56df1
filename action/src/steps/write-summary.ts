import { summary, warning } from '@actions/core'
import { summaryMarkdown } from '../comment/comment-and-summary.ts'

/** Writes the job summary. Where the runner has none, as some others than GitHub's, a warning says so, and the step goes on. */
export async function writeSummary(part: Parameters<typeof summaryMarkdown>[0]): Promise<void> {
  try {
    await summary.addRaw(summaryMarkdown(part)).write()
  } catch (error) {
    warning(`The job summary was not written: ${(error as Error).message}`)
  }
}
