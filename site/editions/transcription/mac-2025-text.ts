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
  'The source timed npm install --silent --no-progress --no-audit of a create-react-app tree, with three runs of each row. There are four tests: native, that is, without a container; in a container without volumes; on a bind mount with a volume for node_modules; and on a bind mount alone.',
  'The Mac has an Apple M4 Pro with 12 cores, 48 GB and macOS 15.1.1. It ran OrbStack 1.9.2, and Docker Desktop 4.37.1 and Lima 1.0.3 with 8 virtual CPUs and 16 GB each. Docker Desktop ran on Apple’s Virtualization framework (VZ) and on Docker’s own virtual machine monitor (VMM, beta), both with VirtioFS, and on VZ with synchronized file shares (file sync). The Linux machine has a Threadripper PRO 5945WX, 64 GB and a Samsung 980 PRO with btrfs. It ran Docker 27.3.1.',
  'The test “No volumes” installs the packages that were fixed when the image was built. The tests with mounts install the packages in the lock file of the repository. So “No volumes” cannot be compared exactly with the tests with mounts.',
  'The times include the download of packages that npm had not cached. The command was npm install, not npm ci. The Node version of the host is not recorded. The order of the tests was fixed.',
  'The article prints the mean of three runs. This edition shows their median; the means are below the table.',
  'With synchronized file shares, the timer stops before the folder has reached the host, so the time does not include the whole cost. A failed installation would also have given a time.',
  'The article says that a bind mount with a volume takes 3.42 to 4.06 s on all configurations. Its own table has 3.19 s for OrbStack and 5.22 s for Linux.',
]

export const CHANGES = [
  'Each row has three runs and a range; in the edition of 2022, each row has one run. The source of this edition describes its machines and versions.',
  'Lima, OrbStack, Docker VMM and synchronized file shares are new. The edition of 2022 does not describe its machines, so its times in seconds cannot be compared with the times here. Ratios to native can be compared with care.',
  'On a bind mount of Docker Desktop with VirtioFS, the time went from 5.1× native to 2.7× native (Virtualization Framework) and 2.4× native (Docker VMM).',
]

export const FLAGS = [
  {
    code: 'replaced',
    title: 'replaced',
    erratum: 'replaced-rows',
    text: 'On 2025-02-28 the author replaced these four rows. The new times are evenly spaced round values (Lima: 3.65, 3.70 and 3.75 s in place of 4.054, 4.236 and 4.233 s). The ranges printed beside the new times do not match these times. For each of the four rows, the table shows the later version and, below it, the first version.',
  },
  {
    code: 'copy-not-timed',
    title: 'copy not timed',
    erratum: 'synchronized-shares',
    text: 'With synchronized file shares, the timer stops when npm ends, before the files have reached the host. So these times leave out a part of the work that the other times include, and cannot be compared with them.',
  },
]
