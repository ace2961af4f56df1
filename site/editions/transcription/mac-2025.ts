import { identify, type RunDocument } from '@plimsoll/schema'
import type { EditionRow, PublishedFigures } from '../../src/editions/edition.ts'
import type { EditionV1 } from '../../src/editions/edition-formats.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { CITATION, LINUX_HOST, MAC_HOST, PLATFORMS, type Platform } from './mac-2025-platforms.ts'
import { CHANGES, FLAGS, METHOD, NOTES, VERSION_NOTES } from './mac-2025-text.ts'
import { installBenchmark, MAC_BENCH, TESTS } from './mac-bench.ts'
import { nanoseconds, readRecords } from './read-source.ts'
import { transcribedRun } from './transcribed-run.ts'

const FIRST = { date: '2025-01-07', commit: '62445ace343dda97ad6d8ce92bdfd08beccdb4b1' }
const LATER = { date: '2025-02-28', commit: '96bb1c1af2c473eb2a60f73d68c583d7a622dcd6' }
type Version = typeof FIRST

const RECORDS = readRecords('docker-for-mac-bench/paolo-2025-per-run.csv')

/**
 * Returns the edition of the 2025 article and its documents. There is one document for each version of the data on the
 * Mac, and one for the Linux machine.
 */
export function transcribe2025(): { documents: Record<string, RunDocument>; edition: EditionV1 } {
  const first = transcribeMachine('macOS', FIRST)
  const later = transcribeMachine('macOS', LATER)
  const linux = transcribeMachine('Linux', LATER)
  return {
    documents: {
      'docker-for-mac-bench-2025-macos-first': first,
      'docker-for-mac-bench-2025-macos': later,
      'docker-for-mac-bench-2025-linux': linux,
    },
    edition: freeze<EditionV1>({
      format: 1,
      name: 'mac-2025',
      aliases: [],
      title: 'npm install in a container on macOS, 2025',
      lede: 'On Lima and Docker Desktop, npm install on a bind mount takes 2.4 to 2.7 times as long as without a container (native); on OrbStack, 1.2 times. With Docker’s synchronized file shares the timer stopped before the files had reached the host, so that time cannot be compared.',
      published: LATER.date,
      previous: 'mac-2022',
      citation: CITATION,
      method: METHOD,
      changes: CHANGES,
      flags: FLAGS,
      rows: [...rows('macOS', later, first), ...rows('Linux', linux, null)].map(setReference),
    }),
  }
}

function transcribeMachine(os: Platform['os'], version: Version): RunDocument {
  const platforms = PLATFORMS.filter((platform) => platform.os === os)
  return transcribedRun({
    ...MAC_BENCH,
    citation: { ...CITATION, version: version.commit },
    startedAt: '2025-01-04',
    finishedAt: version.date,
    host: os === 'macOS' ? MAC_HOST : LINUX_HOST,
    engines: platforms.map(({ engine }) => engine),
    rounds: 3,
    notes: [...(os === 'macOS' ? [VERSION_NOTES[version === FIRST ? 'first' : 'later']] : []), ...NOTES],
    benchmarks: platforms.flatMap((platform, index) =>
      TESTS.map(({ scenario, in2025 }, test) => {
        const { run1_s, run2_s, run3_s } = findRecord(platform, in2025, version)
        const times = [run1_s, run2_s, run3_s].map(nanoseconds)
        return installBenchmark(scenario, platform.engine.id, index * TESTS.length + test, times)
      }),
    ),
  })
}

/**
 * Finds the record of a test in one version of the data. A row of the data that was not replaced holds for both
 * versions, but is listed only under the later version.
 */
function findRecord(platform: Platform, test: string, version: Version): Record<string, string> {
  const candidates = RECORDS.filter((record) => record.platform === platform.inSource && record.test === test)
  const record =
    candidates.find((candidate) => hasVersion(candidate, version)) ?? candidates.find((it) => hasVersion(it, LATER))
  if (record === undefined) throw new Error(`The source has no row "${platform.inSource}, ${test}".`)
  return record
}

function rows(os: Platform['os'], document: RunDocument, first: RunDocument | null): EditionRow[] {
  const run = identify(document).hash
  const platforms = PLATFORMS.filter((platform) => platform.os === os)
  return platforms.flatMap((platform, index) =>
    TESTS.map(({ title, in2025 }, test): EditionRow => {
      const benchmark = index * TESTS.length + test
      const replaced = first !== null && isReplaced(platform, in2025)
      return {
        os,
        platform: platform.title,
        test: title,
        benchmark: { run, benchmark },
        reference: test === 0 ? null : 0,
        published: publishedFigures(findRecord(platform, in2025, LATER)),
        flag: replaced ? 'replaced' : isNotTimed(platform, title) ? 'copy-not-timed' : null,
        earlier: replaced ? earlierVersion(identify(first).hash, benchmark, benchmark - test, platform, in2025) : null,
      }
    }),
  )
}

/**
 * Returns the figures of 2025-01-07. The article computed these figures from that day's times, rounded to two decimals.
 */
function earlierVersion(
  run: string,
  benchmark: number,
  reference: number,
  platform: Platform,
  test: string,
): EditionRow['earlier'] {
  const { mean_s, min_s, max_s } = findRecord(platform, test, FIRST)
  const [average, minimum, maximum] = [mean_s, min_s, max_s].map((seconds) => nanoseconds(Number(seconds).toFixed(2)))
  return {
    date: FIRST.date,
    benchmark: { run, benchmark },
    reference: { run, benchmark: reference },
    published: { average: average as number, minimum: minimum as number, maximum: maximum as number },
  }
}

function publishedFigures(record: Record<string, string>): PublishedFigures {
  return {
    average: nanoseconds(record.published_avg),
    minimum: nanoseconds(record.published_min),
    maximum: nanoseconds(record.published_max),
  }
}

/** Whether the files of a test had to be copied to the host after the timer stopped. */
function isNotTimed({ inSource }: Platform, test: string): boolean {
  return inSource === 'Docker - VZ + file sync' && test.startsWith('Bind mount')
}

function isReplaced(platform: Platform, test: string): boolean {
  return hasVersion(findRecord(platform, test, FIRST), FIRST)
}

function hasVersion(record: Record<string, string>, version: Version): boolean {
  return record.csv_version?.startsWith(version.date) ?? false
}

/**
 * Sets the reference of a row: the row that its ratio is relative to. The rows of one platform are consecutive, and the
 * first row of a platform is its native test.
 * @param index the index of the row
 */
function setReference(row: EditionRow, index: number): EditionRow {
  return { ...row, reference: row.reference === null ? null : index - (index % TESTS.length) }
}
