import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import type { Edition } from '../src/editions/edition.ts'
import { newEdition } from '../src/editions/new-edition.ts'
import { submittedLevelOf } from '../src/provenance/levels.ts'

const DOCUMENTS = path.join(import.meta.dirname, '..', 'documents')

/** How the runs were made. The runs themselves do not say this. */
const METHOD = [
  'The machine is a shared virtual machine with two cores. Other virtual machines use its processors too, so times vary more than on a machine of your own. The ratios compare rounds of the same minutes.',
  'The files of the host and of all engines are on the same file-system image: ext4 with a journal, preallocated, on a loop device with direct I/O.',
  'Every engine was started anew before each run, and the engines took turns. `npm run bench -- edition` in a clone makes such runs.',
]

/** The versions of the edition that Plimsoll measured, from the first one. */
export const LINUX_EDITIONS = {
  'linux-2026': {
    title: 'Containers on a shared Linux VM with two cores, 2026',
    // The runs of the first engine lead.
    designs: ['docker-quick', 'docker-debian-13-quick', 'podman-quick', 'docker-standard'],
    method: [
      ...METHOD.slice(0, 1),
      `${METHOD[1]} Docker of Debian 12 and Podman are the packages of the machine’s own distribution; the newer Docker is that of Debian 13, started from a folder on the same kernel.`,
      ...METHOD.slice(2),
    ],
    previous: null,
  },
  'linux-2026-2': {
    title: 'Containers on a shared Linux VM with two cores, 2026, second version',
    designs: ['docker-debian-13-standard', 'podman-standard'],
    method: [
      ...METHOD.slice(0, 1),
      `${METHOD[1]} Podman is the package of the machine’s own distribution, Debian 12; Docker is that of Debian 13, started from a folder on the same kernel.`,
      ...METHOD.slice(2),
      'This version measures the suite standard on both engines. Each row with a reference has at least six rounds in each run, so that it has a ratio.',
    ],
    previous: 'linux-2026',
  },
} as const
export type LinuxEdition = keyof typeof LINUX_EDITIONS

/** The documents of an edition, in the order of its rows. `npm run bench -- edition` measured them. */
export function linuxDocuments(name: LinuxEdition): string[] {
  const names = readdirSync(DOCUMENTS)
  return LINUX_EDITIONS[name].designs.flatMap((design) => {
    const first = `${name}-${design}.json`
    // The first run of a design comes before its replications.
    const again = names.filter((file) => file.startsWith(`${name}-${design}-replication-`)).sort()
    return [first, ...again].map((file) => path.join(DOCUMENTS, file))
  })
}

/** Makes an edition from its documents. */
export function makeLinuxEdition(name: LinuxEdition): Edition {
  const { title, method, previous } = LINUX_EDITIONS[name]
  const earlier = previous === null ? [] : linuxDocuments(previous).map(read)
  const runs = linuxDocuments(name).map(read)
  return newEdition({
    name,
    title,
    runs,
    previous: previous === null ? null : makeLinuxEdition(previous),
    method: [...method],
    readRun: (hash) => {
      const run = [...runs, ...earlier].find((run) => run.hash === hash)
      if (run === undefined) throw new Error(`neither version of the edition has the run ${hash}`)
      return run.document
    },
  })
}

function read(file: string) {
  const { id, hash, document } = readRun(readFileSync(file))
  return { id, hash, document, provenanceLevel: submittedLevelOf(document) }
}

if (import.meta.main)
  for (const name of Object.keys(LINUX_EDITIONS) as LinuxEdition[])
    writeFileSync(
      path.join(import.meta.dirname, `${name}.json`),
      `${JSON.stringify(makeLinuxEdition(name), null, 2)}\n`,
    )
