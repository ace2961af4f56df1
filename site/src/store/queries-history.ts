import { type Center, chooseCenter, type RatioStatus, type Statistic } from '@plimsoll/schema'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { knownProduct } from './engine-names.ts'

/** The maximum numbers of runs and of points in a history. Older ones are left out; the list of runs has every run. */
export const MAX_RUNS = 100
export const MAX_POINTS = 1_000

/** A history: results over time, as far as one response contains them. */
export interface History {
  /** The points of the history, oldest first. */
  points: HistoryPoint[]
  /** Whether older points were left out: points of older runs, or further points of the oldest run in `points`. */
  truncated: boolean
}

/**
 * A point of a history: the result of one benchmark in one run. Values are of the benchmark's primary metric, in its
 * unit.
 */
export interface HistoryPoint {
  runId: string
  /** The index of the benchmark in the run's document. */
  position: number
  startedAt: string
  suite: string
  suiteVersion: number
  /** The origin of the figures: `measured`, `transcribed`, or `generated` if a program made them up. */
  origin: string
  /** The division of the run: `standard` (the suite as frozen) or `modified`. */
  division: string
  /** The run's provenance level. */
  provenanceLevel: string
  /** Who submitted the run: a text for each repository, `shipped` for the project; null for the operator. */
  submitter: string | null
  osName: string
  osVersion: string | null
  /** The run's class of machine; null if the model or the count of its CPUs is unknown. */
  machine: string | null
  cpuModel: string | null
  cpuCount: number | null
  workload: string
  /** The digest of everything that was measured. */
  workloadDigest: string | null
  /** The digest of what a project's own workload is; null for a workload of the catalog, which is its whole content. */
  definition: string | null
  /** The workload with its parameters. */
  work: string
  metric: string
  scenario: string
  variant: string | null
  unit: string
  /** Which values are better: `lower` or `higher`. */
  better: string
  /** The value of the result (`chooseCenter`). */
  value: number
  statistic: Statistic
  n: number | null
  /** The ratio of the result to that of the reference scenario of the same run; null unless it may be shown. */
  ratio: number | null
  /** The 95% interval of the ratio, also of one that is shown as a range only; null for a transcribed one. */
  ratioInterval: [lower: number, upper: number] | null
  /** Whether the run measured the workload on the host as well, so that the ratio is to `native`. */
  hasNative: boolean
  /** What may be said about the ratio, for example `withheld`; null without a reference. */
  ratioStatus: RatioStatus | null
  /** Whether equal things differ in the run, so that it shows no ratio. */
  unreliable: boolean
  /** Whether the host was busy. */
  busy: boolean
  /** The commit that was measured; null if it is unknown. */
  commit: string | null
  /**
   * The engine's name in the address of its page. This and the other columns of the engine are null for work on the
   * host.
   */
  engineSlug: string | null
  /** The product's name (`knownProduct`). */
  product: string | null
  version: string | null
  /** The engine's id in the document. */
  engine: string | null
  /** A description of the engine's configuration. */
  setup: string | null
}

/** What to leave out of a history. */
export interface HistoryFilter {
  /** The maximum number of points; the newest are returned. */
  limit?: number
  /** Only points of this scenario. */
  scenario?: string | undefined
}

/** Returns the benchmarks of the latest runs with an engine. @param slug of the engine */
export async function historyOfEngine(
  reader: PrismaClient,
  slug: string,
  filter: HistoryFilter = {},
): Promise<History> {
  return readHistory(reader, filter, {
    latest: Prisma.sql`SELECT DISTINCT "runId", "startedAt" FROM "Engine" WHERE "slug" = ${slug} AND "inHistory" = 1
      ORDER BY "startedAt" DESC, "runId"`,
    rows: MAX_RUNS,
    benchmark: Prisma.sql`c."runId" = l."runId"`,
    conditions: Prisma.sql`c."inHistory" = 1 AND e."slug" = ${slug}`,
  })
}

/** Returns a workload's benchmarks in the latest runs that have it. */
export async function historyOfWorkload(
  reader: PrismaClient,
  workload: string,
  filter: HistoryFilter = {},
): Promise<History> {
  return readHistory(reader, filter, {
    // The index has the row ids, so that each benchmark is looked up once.
    latest: Prisma.sql`SELECT "rowid" AS "row" FROM "Benchmark"
      WHERE "workload" = ${workload} AND "inHistory" = 1 ORDER BY "startedAt" DESC, "runId"`,
    // A benchmark of another scenario is no point, so all are read if only one scenario is requested.
    rows: filter.scenario === undefined ? Math.min(MAX_POINTS, (filter.limit ?? MAX_POINTS) + 1) : MAX_POINTS,
    benchmark: Prisma.sql`c."rowid" = l."row"`,
    conditions: Prisma.sql`1`,
  })
}

/**
 * Returns the benchmarks of a project's latest runs of its main branch, and of the bases of its checks.
 * @param project the key of the project
 */
export async function historyOfProject(
  reader: PrismaClient,
  project: string,
  filter: HistoryFilter = {},
): Promise<History> {
  const own = Prisma.sql`"project" = ${project}`
  return readHistory(reader, filter, ofRuns(Prisma.sql`${own} AND ${ofMain(own)}`, ON_MAIN))
}

/**
 * Returns the benchmarks of the latest runs that name a repository without proof. A project's own runs are in its own
 * history only.
 * @param name `owner/name` in lower case
 */
export async function historyOfUnprovenRuns(
  reader: PrismaClient,
  name: string,
  filter: HistoryFilter = {},
): Promise<History> {
  return readHistory(reader, filter, ofRuns(Prisma.sql`"projectName" = ${name} AND "project" IS NULL`))
}

/**
 * The condition that a run is of the main branch of a project, which is the branch of most of its latest runs, or a check, whose
 * base is on the branch that the pull request is for.
 */
function ofMain(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`("kind" = 'check' OR "ref" IS NULL OR "ref" = coalesce((
    SELECT "ref" FROM (
      SELECT "ref" FROM "Run" WHERE ${condition} AND "ref" LIKE 'refs/heads/%' ORDER BY "startedAt" DESC, "id" LIMIT 50
    ) GROUP BY "ref" ORDER BY count(*) DESC, "ref" LIMIT 1), "ref"))`
}

/** Of a check, only the base counts: its head is on no branch. */
const ON_MAIN = Prisma.sql`(r."kind" <> 'check' OR c."variant" = 'base')`

/**
 * Selects the benchmarks of the latest runs that meet a condition, from runs of modified suites and checks, too.
 * @param and a further condition on a benchmark
 */
function ofRuns(condition: Prisma.Sql, and: Prisma.Sql = Prisma.sql`1`): HistoryQuery {
  return {
    latest: Prisma.sql`SELECT "id" AS "runId" FROM "Run" WHERE ${condition} ORDER BY "startedAt" DESC, "id"`,
    rows: MAX_RUNS,
    benchmark: Prisma.sql`c."runId" = l."runId"`,
    conditions: Prisma.sql`r."state" IS NULL AND c."isPrimary" = 1 AND c."control" = 0 AND c."status" = 'ok'
      AND (c."variant" IS NULL OR c."variant" = 'base') AND (c."median" IS NOT NULL OR c."mean" IS NOT NULL) AND ${and}`,
  }
}

interface HistoryQuery {
  /** A query that selects runs, or benchmarks of runs, newest first. */
  latest: Prisma.Sql
  /** The maximum number of rows that `latest` selects. */
  rows: number
  /** The condition that joins benchmarks `c` to a row `l` of `latest`. */
  benchmark: Prisma.Sql
  /** The condition on a benchmark `c`, its run `r` and its engine `e`. */
  conditions: Prisma.Sql
}

async function readHistory(
  reader: PrismaClient,
  { limit = MAX_POINTS, scenario }: HistoryFilter,
  { latest, rows, benchmark, conditions }: HistoryQuery,
): Promise<History> {
  const ofScenario = scenario === undefined ? Prisma.empty : Prisma.sql`AND c."scenario" = ${scenario}`
  // Reads one more point than is returned, to learn whether there are more. All points are one text: as rows of a result,
  // 1,000 points took one and a half times as long.
  const query = Prisma.sql`WITH latest AS MATERIALIZED (${latest} LIMIT ${rows})
    SELECT (SELECT '[' || group_concat("point") || ']' FROM (
      SELECT ${POINT} AS "point" FROM latest l CROSS JOIN "Benchmark" c ON ${benchmark} ${OF_BENCHMARKS}
      WHERE ${conditions} ${ofScenario} ${NEWEST_FIRST} LIMIT ${limit + 1}
    )) AS "points", EXISTS (SELECT * FROM (${latest} LIMIT 1 OFFSET ${rows})) AS "older"`
  const [read] = await reader.$queryRaw<{ points: string | null; older: bigint }[]>(query)
  const newestFirst: ReadPoint[] = JSON.parse(read?.points ?? '[]')
  return {
    points: newestFirst.slice(0, limit).reverse().map(toPoint),
    truncated: Number(read?.older) === 1 || newestFirst.length > limit,
  }
}

/** The fields of a point that are columns of the index, by the table of the column. */
const COLUMNS = {
  c: 'runId position startedAt workload workloadDigest definition work metric scenario variant unit better n ratioStatus',
  r: 'suite suiteVersion division provenanceLevel submitter osName osVersion machine cpuModel cpuCount',
  e: 'product version setup',
}
const FIELDS = [
  ...Object.values(COLUMNS).flatMap((names) => names.split(' ')),
  'engine',
  'engineSlug',
  'origin',
  'commit',
]
const STATISTICS = ['median', 'mean', 'ratio', 'ratioLower', 'ratioUpper']

/** A point as the index returns it, as a list: its flags, its statistics as text, and its `FIELDS`. */
type ReadPoint = [
  hasNative: number,
  unreliable: number,
  busy: number,
  median: string | null,
  mean: string | null,
  ratio: string | null,
  ratioLower: string | null,
  ratioUpper: string | null,
  ...fields: unknown[],
]

// SQLite's JSON has 15 digits of a number, but a statistic may need 17, and `quote` loses some. The `+` keeps SQLite from
// the index of workloads, with which it would read all runs of the workload for each point.
const POINT = Prisma.raw(`json_array(
    EXISTS (SELECT 1 FROM "Benchmark" n
      WHERE n."runId" = c."runId" AND +n."workload" = c."workload" AND n."scenario" = 'native'),
    r."unreliable", r."busy",
    ${STATISTICS.map((name) => `iif(c."${name}" IS NULL, NULL, printf('%!.17g', c."${name}"))`).join(', ')},
    ${Object.entries(COLUMNS)
      .map(([table, names]) => names.replace(/\w+/g, `${table}."$&"`).replaceAll(' ', ', '))
      .join(', ')},
    e."name", e."slug", CASE WHEN r."generated" THEN 'generated' ELSE r."origin" END,
    CASE WHEN c."variant" = 'base' THEN r."baseCommit" ELSE r."commit" END
  )`)

function toPoint(read: ReadPoint): HistoryPoint {
  const [hasNative, unreliable, busy, median, mean, ratio, ratioLower, ratioUpper] = read
  const [lower, upper] = [toNumber(ratioLower), toNumber(ratioUpper)]
  // SQLite has no booleans. A point has a median or a mean.
  const point: Record<string, unknown> = {
    ...(chooseCenter({ median: toNumber(median), mean: toNumber(mean) }) as Center),
    ratio: toNumber(ratio),
    ratioInterval: lower === null || upper === null ? null : [lower, upper],
    hasNative: hasNative === 1,
    unreliable: unreliable === 1,
    busy: busy === 1,
  }
  const first = read.length - FIELDS.length
  for (let at = 0; at < FIELDS.length; at++) point[FIELDS[at] as string] = read[first + at]
  if (typeof point.product === 'string') point.product = knownProduct(point.product)
  return point as unknown as HistoryPoint
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text)
}

/**
 * Joins the run and the engine to each benchmark. SQLite keeps the order of CROSS JOINs, so that the selected rows come
 * first.
 */
const OF_BENCHMARKS = Prisma.raw(`CROSS JOIN "Run" r ON r."id" = c."runId"
  LEFT JOIN "Engine" e ON e."runId" = c."runId" AND e."name" = c."engine"`)

/**
 * Sorts points, newest first. The transcribed runs of two versions of a source start on the same day; the run of the
 * newer version finished later.
 */
const NEWEST_FIRST = Prisma.raw('ORDER BY c."startedAt" DESC, r."finishedAt" DESC, c."runId" DESC, c."position" DESC')
