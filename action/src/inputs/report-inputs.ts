// The inputs of the report action. A new input is one entry here.
import { FAIL_ON } from '../fail-on.ts'
import { wholeNumber } from '../measure-request/parse-settings.ts'
import type { InputDeclarations } from './input-declaration.ts'
import { choices, commentMode, documents, hashes, key, registry, setting, yes } from './parse-values.ts'
import { PUBLISHING_INPUTS } from './publishing-inputs.ts'

export const REPORT_INPUTS = {
  documents: {
    name: 'documents',
    description:
      'Run documents of the measuring jobs, or folders that contain them, separated by spaces or line breaks.',
    required: true,
    parse: documents,
    inWorkflow: { offered: false, passes: 'documents' },
  },
  jobs: {
    name: 'jobs',
    description: 'The number of measuring jobs. The report names a job without a document as missing.',
    parse: setting(wholeNumber([1, 256])),
    inWorkflow: { offered: false, passes: '${{ needs.measure.outputs.jobs }}' },
  },
  hashes: {
    name: 'hashes',
    description:
      'The outputs of the measuring jobs as JSON, toJSON(needs.measure.outputs), which include the hashes of their documents. If a document has another hash, another job may have replaced it: the action neither shows nor publishes it, and the step fails. Without this input the action trusts all documents.',
    parse: hashes,
    inWorkflow: { offered: false, passes: '${{ toJSON(needs.measure.outputs) }}' },
  },
  comment: {
    name: 'comment',
    description:
      'Write the result to the pull request as a comment. changes: only if something is slower, faster or broken, or if there is a comment already. If false, the action only publishes and summarises the runs.',
    default: 'true',
    parse: commentMode,
    inWorkflow: {
      description:
        "Report the result in one comment on a pull request: 'true', 'false', or 'changes', only if something is slower, faster or broken, or if there is a comment already. Other events have the job summary alone.",
    },
  },
  check: {
    name: 'check',
    description:
      'Write the result as a check on the commit of head: success, neutral if it is uncertain or something is slower, and failure only if a job failed or fail-on lists the result. Needs the permission checks: write.',
    default: 'false',
    parse: yes,
    inWorkflow: { offered: false, passes: null },
  },
  checkFailOn: {
    name: 'fail-on',
    description: 'The results that make the check a failure: slower, inconclusive, unreliable. Default: none.',
    parse: choices(FAIL_ON),
    // In the workflow, these results fail a measuring job.
    inWorkflow: { offered: false, passes: null },
  },
  commentKey: {
    name: 'comment-key',
    description: 'The name of the comment. Steps or workflows with different keys write separate comments.',
    default: 'default',
    parse: key,
    inWorkflow: {
      description: 'The name of the comment. Calls of this workflow with different keys write separate comments.',
    },
  },
  registry: {
    name: 'registry',
    description:
      'The registry to publish the runs to: https://…, or github:OWNER/REPO, with the input token. The job signs the run if it may (id-token: write). Default: do not publish.',
    parse: registry,
    inWorkflow: { description: 'The registry to publish the runs to, https://…. Default: do not publish.' },
  },
  ...PUBLISHING_INPUTS,
} satisfies InputDeclarations
