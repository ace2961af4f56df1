// The inputs of the watch action. A new input is one entry here.
import { MAX_THRESHOLD, share } from '../measure-request/parse-settings.ts'
import type { InputDeclarations } from './input-declaration.ts'
import { label, project, secret, setting, site } from './parse-values.ts'

export const WATCH_INPUTS = {
  registry: {
    name: 'registry',
    description: 'The address of the pages of the registry that has the runs: https://….',
    required: true,
    parse: site,
  },
  project: {
    name: 'project',
    description: "The end of the address of the project's page in the registry, after projects/id/.",
    defaultExpression: '${{ github.repository_id }}',
    // Not every program that runs workflows knows the expression.
    parse: (text: string, name: string) => project(text || (process.env.GITHUB_REPOSITORY_ID ?? ''), name),
  },
  threshold: {
    name: 'threshold',
    description: 'The smallest slowdown that opens an issue.',
    default: '5%',
    parse: setting(share(MAX_THRESHOLD)),
  },
  label: {
    name: 'label',
    description: 'The label of the issue. The action finds its issue by this label.',
    default: 'plimsoll',
    parse: label,
  },
  token: {
    name: 'token',
    description: 'The token for the issue.',
    defaultExpression: '${{ github.token }}',
    parse: secret,
  },
} satisfies InputDeclarations
