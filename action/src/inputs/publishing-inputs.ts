import type { InputDeclarations } from './input-declaration.ts'
import { file, secret, yes } from './parse-values.ts'

/** The inputs of both actions that publish. */
export const PUBLISHING_INPUTS = {
  allowPrivate: {
    name: 'allow-private',
    description: 'Allow the registry to show the name of a private repository.',
    default: 'false',
    parse: yes,
    inWorkflow: { type: 'boolean' },
  },
  signingConfig: {
    name: 'signing-config',
    description:
      'The file with the signing configuration of a private Sigstore instance. Default: the public instance.',
    default: '',
    parse: file,
    inWorkflow: { offered: false, passes: null },
  },
  token: {
    name: 'token',
    description: 'The token for the comment and for finding the pull request.',
    defaultExpression: '${{ github.token }}',
    parse: secret,
    inWorkflow: { offered: false, passes: null },
  },
} satisfies InputDeclarations
