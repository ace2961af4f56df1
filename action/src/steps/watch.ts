import { getInput, info, notice, setOutput } from '@actions/core'
import { MAX_LENGTH, plainLine } from '../comment/escape-untrusted.ts'
import { readWatchInputs } from '../inputs/read-inputs.ts'
import { readHistory } from '../watch/read-history.ts'
import { updateIssue } from '../watch/update-issue.ts'
import { connectToGitHub } from './write-comment.ts'

/** The watch step: open, update or close the issue about slowdowns of the main branch. */
export async function watchStep(): Promise<void> {
  const { registry, project, threshold, label, token } = readWatchInputs((name) => getInput(name))
  const page = `${registry}/projects/id/${project}`
  const history = await readHistory(page)
  if (history === null)
    return notice(`The registry has no page of this project yet (${page}). It comes with the first signed run.`)
  info(plainLine(history.answer, MAX_LENGTH.paragraph))
  const [owner = '', repo = ''] = (process.env.GITHUB_REPOSITORY ?? '').split('/')
  const octokit = connectToGitHub(token)
  const outcome = await updateIssue({ octokit, owner, repo, label, history, page, threshold: threshold ?? 0 })
  setOutput('state', outcome?.state ?? '')
  setOutput('issue', outcome?.url ?? '')
  info(outcome === null ? 'There is no slowdown to report.' : `The issue was ${outcome.state}: ${outcome.url}`)
}
