import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { commentBody } from '../../../action/src/comment/comment-and-summary.ts'
import { jobName } from '../../../action/src/steps/outputs.ts'

/** A picture of a comment on a pull request. */
export interface CommentPicture {
  /** The name of the picture without its ending. */
  name: string
  title: string
  /** The run document of the comment. */
  document: string
}

/** The comments that the README and the docs show. All of them are about real runs. */
export const COMMENTS: CommentPicture[] = [
  {
    name: 'comment',
    title: 'A comment on a pull request: one of four benchmarks is slower',
    document: 'examples/known-truth/changed-1.json',
  },
  {
    name: 'comment-first',
    title: 'The comment on the first pull request: there is nothing to compare yet',
    document: 'examples/pull-request/first.json',
  },
  {
    name: 'comment-second',
    title: 'The comment on the second pull request: a benchmark is slower',
    document: 'examples/pull-request/second.json',
  },
]

/** The Markdown of a comment, as the action writes it. */
export function commentMarkdown({ document }: Pick<CommentPicture, 'document'>): string {
  const run = readRun(readFileSync(new URL(`../../../${document}`, import.meta.url)))
  const server = 'https://github.com'
  const summary = `${server}/you/project/actions/runs/1`
  return commentBody({
    runs: [{ status: 'measured', name: jobName(run.document), summary, run, permalink: null }],
    key: 'plimsoll',
    links: { registry: null, project: null, server },
  })
}
