import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { code, markdownTable, sentence } from './table.ts'

interface ActionFile {
  description: string
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  outputs: Record<string, { description: string }>
}

/**
 * Returns the page of the inputs and outputs of both actions, from the actions' own files.
 * @param repository the repository's directory
 */
export function actionPage(repository: string): string {
  return `# The action

There are two actions. \`OWNER/plimsoll/action\` measures and, in the simplest setup, comments.
\`OWNER/plimsoll/action/report\` comments and publishes in a job that does not run the code under test. Copy one of the
[example workflows](../../examples/workflows/README.md); [Check pull requests](pull-requests.md) explains how they work.

In \`uses:\`, name the commit of a release. GitHub runs an action from built files, and only the commit of a release contains them. With
a branch, such as \`OWNER/plimsoll/action@main\`, GitHub does not find \`action/dist/main.js\`, and the step fails. To try the action
from a branch of your own copy, build it in the job that runs it: check out that branch, run \`npm run bundle\`, and use \`./action\`.

${describe('action', read(repository, 'action/action.yml'))}

### Lima and Colima

With \`set-up\`, Plimsoll starts a virtual machine that shares only a folder of the job, with the requested mount type. It waits until
Docker answers in the machine, reads the effective configuration back, and removes the machine in \`post:\`. Before that, the programs
must be on the runner:

| runner | who installs the programs |
| --- | --- |
| Linux x64 with KVM, such as \`ubuntu-24.04\` | [\`lima-vm/lima-actions/setup\`](https://github.com/lima-vm/lima-actions), an action of Lima's authors: Lima, QEMU, and access to KVM. It verifies Lima's build attestation. The reusable workflow and [\`lima-mounts.yml\`](../../examples/workflows/lima-mounts.yml) use it |
| other Linux, such as arm64 or without KVM (\`on-unsupported: emulate\`) | you, in an earlier step: that action supports neither. Plimsoll uses the \`limactl\` on the PATH |
| macOS | Plimsoll downloads Lima, Colima and, if missing, the docker command, pinned by checksum: that action supports neither macOS nor Colima |

For virtiofs on Linux, also install \`virtiofsd\` and \`uidmap\`. If \`limactl\` or QEMU is missing, the runner counts as unsupported.

${describe('action/report', read(repository, 'action/report/action.yml'))}
`
}

function read(repository: string, file: string): ActionFile {
  return parse(readFileSync(path.join(repository, file), 'utf8')) as ActionFile
}

function describe(name: string, { description, inputs, outputs }: ActionFile): string {
  const inputRows = Object.entries(inputs).map(([input, { description, default: value = '', required }]) => [
    code(input),
    required ? 'required' : code(value),
    sentence(description),
  ])
  const outputRows = Object.entries(outputs).map(([output, { description }]) => [code(output), sentence(description)])
  return [
    `## ${name}`,
    sentence(description),
    `### Inputs of ${name}`,
    markdownTable(['input', 'default', 'description'], inputRows),
    `### Outputs of ${name}`,
    markdownTable(['output', 'description'], outputRows),
  ].join('\n\n')
}
