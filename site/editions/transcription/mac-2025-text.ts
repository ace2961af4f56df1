import { LICENCE_NOTE } from './mac-bench.ts'

/** Notes on the 2025 figures, for the run documents and for the edition's page. */

export const VERSION_NOTES = {
  first: {
    code: 'source-version',
    text: 'The data file of 2025-01-07. Four of its rows ("No volumes" of Lima, Docker VZ, Docker VMM and Docker VZ with file sync) were replaced on 2025-02-28.',
  },
  later: {
    code: 'source-version',
    text: 'The data file of 2025-02-28, in which four rows ("No volumes" of Lima, Docker VZ, Docker VMM and Docker VZ with file sync) are evenly spaced round values.',
  },
}

export const NOTES = [
  {
    code: 'date',
    text: 'The source does not give the dates of its measurements. The dates here are those of the article and of this version of its data.',
  },
  {
    code: 'image',
    text: 'The image is built from node:18; its digest, and the Node version on the host, are not recorded.',
  },
  {
    code: 'order',
    text: 'Three runs of each test, in fixed order; the document has the order of the table.',
  },
  LICENCE_NOTE,
]

export const METHOD = [
  'Timed: npm install --silent --no-progress --no-audit of a create-react-app tree, three runs of each row. Four tests: native; in a container without volumes; on a bind mount with a volume for node_modules; on a bind mount.',
  'Mac: Apple M4 Pro with 12 cores and 48 GB, macOS 15.1.1; Docker Desktop 4.37.1, Lima 1.0.3 and OrbStack 1.9.2, the first two with 8 virtual CPUs and 16 GB. Linux: Threadripper PRO 5945WX with 64 GB, Samsung 980 PRO on btrfs, Docker 27.3.1.',
  '“No volumes” installs another set of packages (the one baked into the image) than the tests with mounts (the lock file of the repository), so it cannot be compared with them exactly.',
  'Packages that npm had not cached were downloaded inside the timer. The command was npm install, not npm ci. The Node version of the host is not recorded. The order of the tests was fixed.',
  'With synchronized file shares the timer stops before the folder has reached the host, so that row does not include the whole cost. A failed install would still have given a time.',
  'The article says that the bind mount with a volume ranges from 3.42 to 4.06 s on all configurations; its own table has OrbStack at 3.19 s and Linux at 5.22 s.',
]

export const CHANGES = [
  'Three runs of each row instead of one, with a range; the source describes the machines and versions.',
  'Lima, OrbStack, Docker VMM and synchronized file shares are new. The edition of 2022 does not describe its machines, so times in seconds cannot be compared with it; ratios to native can, with care.',
  'The bind mount of Docker Desktop with VirtioFS went from 5.1× native to 2.8× (Virtualization Framework) and 2.5× (Docker VMM).',
]

export const FLAGS = [
  {
    code: 'replaced',
    title: 'replaced',
    text: 'On 2025-02-28 the author replaced these four rows. The new times are evenly spaced round values (Lima: 3.65, 3.70 and 3.75 s in place of 4.054, 4.236 and 4.233 s), and the ranges printed beside the new times do not match the new times. The table shows both versions: the later version, and the first version below it.',
  },
]
