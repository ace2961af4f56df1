import {
  type Engine,
  type Environment,
  formatAmount,
  type Image,
  type RunDocument,
  type StorageLocation,
} from '@plimsoll/schema'
import { type DataRow, DataTable } from '../../components/data-table.tsx'
import { Fact, named } from '../../components/text.tsx'
import { osTitle } from '../page-parts/titles.ts'
import { missingCpuFact } from '../store/machine-class.ts'

/** The host of a run and its load. Unknown values are omitted, except half of the processor. */
export function Host({ host, conditions }: RunDocument) {
  const { cpu, target, runner, virtualization } = host
  const facts: [title: string, value: string | null][] = [
    ['System', osTitle(host)],
    ['Kernel', host.kernel],
    ['Architecture', knownValue(host.architecture)],
    ['Processor', processorOf(cpu)],
    ['Memory', host.memory === null ? null : formatAmount(host.memory, 'bytes')],
    ['Workload files', [target.filesystem, knownValue(target.disk)].filter(Boolean).join(', ')],
    ['Power', knownValue(host.power)],
    ['Runner', [knownValue(runner.kind), runner.label].filter(Boolean).join(', ')],
    [
      'Virtualization',
      [VIRTUALIZATION[virtualization.kind], virtualization.nested ? 'nested' : null].filter(Boolean).join(', '),
    ],
    ['Accelerator', virtualization.accelerator && acceleratorOf(virtualization.accelerator)],
    ['Load before and after', pair(conditions.before?.loadAverage, conditions.after?.loadAverage)],
    ['Other containers before and after', pair(conditions.before?.otherContainers, conditions.after?.otherContainers)],
  ]
  return (
    <dl className="facts">
      {facts.map(
        ([title, value]) =>
          value && (
            <Fact key={title} title={title}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  )
}

/** The requested and effective configuration of each engine, with the confidence of each effective value. */
export function Engines({ engines }: { engines: Engine[] }) {
  if (engines.length === 0) return null
  return (
    <DataTable
      label="Engines"
      className="settings"
      columns={[['Setting'], ['Requested'], ['Effective'], ['Confidence']]}
      groups={engines.map((engine) => ({
        title: [engine.product, engine.version].filter(Boolean).join(' '),
        remark: engine.id,
        rows: engineRows(engine),
      }))}
    />
  )
}

/** The images in which the workloads ran. */
export function Images({ images }: { images: Image[] }) {
  if (images.length === 0) return null
  // Each workload names its image, and several may use the same one.
  const distinct = new Map(images.map((image) => [JSON.stringify([image.name, image.engine, digestOf(image)]), image]))
  return (
    <DataTable
      label="Images"
      className="settings"
      columns={[['Image'], ['Engine'], ['Origin'], ['Digest']]}
      rows={[...distinct].map(([key, image]) => ({
        key,
        fields: [named(image.name), image.engine ?? 'host', image.origin, <code key={key}>{digestOf(image)}</code>],
      }))}
    />
  )
}

/** The digest of an image's content, which is the same in every engine; its id in the engine if the content is not known. */
function digestOf({ contentDigest, digest }: Image): string {
  return contentDigest ?? digest
}

/** Where a run wrote, and how its processes ran. Nothing if the document has neither. */
export function Ground({ storage = [], environments = [], engines }: RunDocument) {
  if (storage.length + environments.length === 0) return null
  const titleOf = (id: string | null) => engines.find((engine) => engine.id === id)?.product ?? id ?? 'host'
  return (
    <>
      <h3 id="ground">Where it ran</h3>
      {storage.length > 0 && (
        <>
          <Settings title="Storage" columns={STORAGE} entries={storage} titleOf={titleOf} />
          <p className="fine">
            Since removal: the time from the last removal of files by Plimsoll on this machine to the first sample.
            Rest: how long the run waited before the first sample. ext4 without a journal creates files more slowly for
            a minute after a removal.
          </p>
        </>
      )}
      {environments.length > 0 && (
        <>
          <Settings title="Processes" columns={PROCESSES} entries={environments} titleOf={titleOf} />
          <p className="fine">
            Memory touched first: memory that a virtual machine never used before makes the first writes slow.
          </p>
        </>
      )}
    </>
  )
}

const SETTINGS = [
  { name: 'vmType', title: 'Virtual machine' },
  { name: 'accelerator', title: 'Accelerator' },
  { name: 'mountType', title: 'Shared files' },
  { name: 'cpus', title: 'CPUs' },
  { name: 'memory', title: 'Memory' },
  { name: 'kernel', title: 'Kernel' },
  { name: 'storageDriver', title: 'Storage driver' },
  { name: 'cgroupVersion', title: 'cgroup version' },
  { name: 'privileges', title: 'Privileges' },
] as const

type Setting = (typeof SETTINGS)[number]['name']

const UNKNOWN = { value: null, confidence: 'unknown' } as const

function engineRows({ id, requested, effective }: Engine): DataRow[] {
  const requestedOf = (name: Setting) => (name === 'accelerator' || name === 'privileges' ? undefined : requested[name])
  const effectiveOf = (name: Setting) => effective[name] ?? UNKNOWN
  const listed = SETTINGS.filter(({ name }) => requestedOf(name) !== undefined || effectiveOf(name).value !== null)
  if (listed.length === 0) return [{ key: id, fields: ['Configuration', 'unknown', 'unknown', 'unknown'] }]
  return listed.map(({ name, title }) => ({
    key: name,
    fields: [
      title,
      named(setting(name, requestedOf(name))),
      named(setting(name, effectiveOf(name).value)),
      CONFIDENCE[effectiveOf(name).confidence],
    ],
  }))
}

const VIRTUALIZATION = { none: 'none', vm: 'virtual machine', container: 'container', unknown: null }

const CONFIDENCE = {
  observed: 'observed',
  declared: 'declared by the engine or its user',
  inferred: 'inferred',
  unknown: 'unknown',
}

function setting(name: Setting, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (name === 'accelerator') return acceleratorOf(String(value))
  return name === 'memory' ? formatAmount(Number(value), 'bytes') : String(value)
}

/** Explains the accelerator of a virtual machine, because few readers know `tcg`. */
function acceleratorOf(accelerator: string): string {
  return accelerator === 'tcg' ? 'none: the CPU is emulated (tcg)' : accelerator
}

/** Describes a processor, and says which part is not recorded. Returns an empty text if nothing is. */
function processorOf(cpu: RunDocument['host']['cpu']): string {
  const known = [cpu.model, cpu.count === null ? null : `${cpu.count} logical CPUs`].filter((part) => part !== null)
  const missing = missingCpuFact(cpu)
  return (known.length === 0 || missing === null ? known : [...known, `${missing} not recorded`]).join(', ')
}

function knownValue(value: string): string | null {
  return value === 'unknown' ? null : value
}

function pair(before: number | null | undefined, after: number | null | undefined): string | null {
  return typeof before === 'number' || typeof after === 'number' ? `${before ?? '–'}, ${after ?? '–'}` : null
}

const LOCATIONS = { target: 'native and bind-mounted files', volume: 'named volumes', layer: 'container layers' }
const FIRST_TOUCH = { handled: 'yes', unhandled: 'no', unknown: null }

/** A column of a table: its title, and its text for one entry. Null if the value is unknown. */
type Column<Entry> = [title: string, textOf: (entry: Entry) => string | null]

const STORAGE: Column<StorageLocation>[] = [
  ['Files', ({ location }) => LOCATIONS[location]],
  ['File system', ({ filesystem }) => filesystem],
  ['Journal', ({ journal, commitInterval }) => describeJournal(journal, commitInterval)],
  ['Discard', ({ discard }) => yesOrNo(discard)],
  ['Device of native', ({ sameDeviceAsHost }) => yesOrNo(sameDeviceAsHost)],
  ['Since removal', ({ sinceRemoval }) => seconds(sinceRemoval)],
  ['Rest', ({ rested }) => seconds(rested)],
]

const PROCESSES: Column<Environment>[] = [
  ['C library', ({ libc }) => libc],
  ['CPUs', ({ cpus }) => (cpus === null ? null : String(cpus))],
  ['CPU limit', ({ cpuLimit }) => (cpuLimit === null ? 'none known' : String(cpuLimit))],
  ['Memory limit', ({ memoryLimit }) => (memoryLimit === null ? 'none known' : formatAmount(memoryLimit, 'bytes'))],
  ['System calls filtered', ({ seccomp }) => yesOrNo(seccomp)],
  ['Memory touched first', ({ firstTouch }) => FIRST_TOUCH[firstTouch]],
]

interface SettingsProperties<Entry> {
  title: string
  columns: Column<Entry>[]
  entries: Entry[]
  titleOf: (id: string | null) => string
}

function Settings<Entry extends { engine: string | null }>(properties: SettingsProperties<Entry>) {
  const { title, columns, entries, titleOf } = properties
  return (
    <DataTable
      label={title}
      className="settings"
      columns={[[title], ...columns.map(([name]) => [name] as const)]}
      rows={entries.map((entry, at) => ({
        key: String(at),
        fields: [named(titleOf(entry.engine)), ...columns.map(([, textOf]) => textOf(entry) ?? 'unknown')],
      }))}
    />
  )
}

function describeJournal(journal: boolean | null, commitInterval: number | null): string | null {
  const interval = commitInterval === null ? '' : `, a commit every ${commitInterval} s`
  return journal === null ? null : `${journal ? 'yes' : 'no'}${interval}`
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

function seconds(value: number | null): string | null {
  return value === null ? null : `${Math.round(value).toLocaleString('en')} s`
}
