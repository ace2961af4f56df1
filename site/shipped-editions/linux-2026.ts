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
  'The files of the host and of all engines are on the same file-system image: ext4 with a journal, preallocated, on a loop device with direct I/O. Docker of Debian 12 and Podman are the packages of the machine’s own distribution; the newer Docker is that of Debian 13, started from a folder on the same kernel.',
  'Every engine was started anew before each run, and the engines took turns. `npm run bench -- edition` in a clone makes such runs.',
]

/** The documents of the edition, in the order of its rows. `npm run bench -- edition` measured them. */
export function linux2026Documents(): string[] {
  const names = readdirSync(DOCUMENTS).filter((name) => /^linux-2026-.*\.json$/.test(name))
  // The runs of the first engine lead. Then the first run of a design comes before its replications.
  const order = ['docker-quick', 'docker-debian-13-quick', 'podman-quick', 'docker-standard']
  const rank = (name: string) => order.findIndex((engine) => name.startsWith(`linux-2026-${engine}`))
  const design = (name: string) => name.replace(/(-replication-\d+)?\.json$/, '')
  return names
    .sort(
      (a, b) => rank(a) - rank(b) || design(a).localeCompare(design(b)) || a.length - b.length || a.localeCompare(b),
    )
    .map((name) => path.join(DOCUMENTS, name))
}

/** Makes the edition linux-2026 from its documents. */
export function makeLinux2026(): Edition {
  const runs = linux2026Documents().map((file) => {
    const { id, hash, document } = readRun(readFileSync(file))
    return { id, hash, document, provenanceLevel: submittedLevelOf(document) }
  })
  return newEdition({
    name: 'linux-2026',
    title: 'Containers on a shared Linux VM with two cores, 2026',
    runs,
    previous: null,
    method: METHOD,
    readRun: (hash) => {
      throw new Error(`an edition without a previous one reads no other run, such as ${hash}`)
    },
  })
}

if (import.meta.main)
  writeFileSync(path.join(import.meta.dirname, 'linux-2026.json'), `${JSON.stringify(makeLinux2026(), null, 2)}\n`)
