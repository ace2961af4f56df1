import { Option } from 'commander'

/** The option of the commands that sign. */
export function signingConfigOption(): Option {
  return new Option(
    '--signing-config <file>',
    'signing configuration of a private Sigstore instance (default: the public instance)',
  )
}
