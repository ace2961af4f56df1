import { type Engine, formatAmount, type Image, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { osTitle } from '../page/titles.ts'

/** Renders the host of a run and its load. Unknown values are omitted. */
export function renderHost({ host, conditions }: RunDocument): Html {
  const { cpu, target, runner, virtualization } = host
  return html`<dl class="facts">${[
    fact('System', osTitle(host)),
    fact('Kernel', host.kernel),
    fact('Architecture', knownValue(host.architecture)),
    fact('Processor', [cpu.model, cpu.count === null ? null : `${cpu.count} logical CPUs`].filter(Boolean).join(', ')),
    fact('Memory', bytes(host.memory)),
    fact('Workload files', [target.filesystem, knownValue(target.disk)].filter(Boolean).join(', ')),
    fact('Power', knownValue(host.power)),
    fact('Runner', [knownValue(runner.kind), runner.label].filter(Boolean).join(', ')),
    fact(
      'Virtualization',
      [VIRTUALIZATION[virtualization.kind], virtualization.nested ? 'nested' : null].filter(Boolean).join(', '),
    ),
    fact('Accelerator', virtualization.accelerator && acceleratorOf(virtualization.accelerator)),
    fact('Load before and after', pair(conditions.before?.loadAverage, conditions.after?.loadAverage)),
    fact(
      'Other containers before and after',
      pair(conditions.before?.otherContainers, conditions.after?.otherContainers),
    ),
  ]}</dl>`
}

/** Renders the requested and effective configuration of each engine, with the confidence of each effective value. */
export function renderEngines(engines: Engine[]): Html {
  if (engines.length === 0) return html``
  return html`<div class="scroll" role="region" aria-label="Engines" tabindex="0"><table class="settings">
<thead><tr><th scope="col">Setting</th><th scope="col">Requested</th><th scope="col">Effective</th><th scope="col">Confidence</th></tr></thead>
${engines.map(engineRows)}
</table></div>`
}

/** Renders the images in which the workloads ran. */
export function renderImages(images: Image[]): Html {
  if (images.length === 0) return html``
  // Each workload names its image, and several may use the same one.
  const distinct = new Map(images.map((image) => [JSON.stringify([image.name, image.engine, image.digest]), image]))
  return html`<div class="scroll" role="region" aria-label="Images" tabindex="0"><table class="settings">
<thead><tr><th scope="col">Image</th><th scope="col">Engine</th><th scope="col">Origin</th><th scope="col">Digest</th></tr></thead>
<tbody>${[...distinct.values()].map(
    ({ name, engine, origin, digest }) =>
      html`<tr><th scope="row"><span class="name">${name}</span></th><td>${engine ?? 'host'}</td><td>${origin}</td><td><code>${digest}</code></td></tr>`,
  )}</tbody></table></div>`
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
] as const

type Setting = (typeof SETTINGS)[number]['name']

const UNKNOWN = { value: null, confidence: 'unknown' } as const

function engineRows({ id, product, version, requested, effective }: Engine): Html {
  const requestedOf = (name: Setting) => (name === 'accelerator' ? undefined : requested[name])
  const effectiveOf = (name: Setting) => effective[name] ?? UNKNOWN
  const listed = SETTINGS.filter(({ name }) => requestedOf(name) !== undefined || effectiveOf(name).value !== null)
  const head = html`<tr class="group"><th colspan="4" scope="rowgroup"><span>${[product, version].filter(Boolean).join(' ')}</span> <small>${id}</small></th></tr>`
  if (listed.length === 0)
    return html`<tbody>${head}<tr><td colspan="4">The configuration of this engine is unknown.</td></tr></tbody>`
  return html`<tbody>${head}${listed.map(
    ({ name, title }) =>
      html`<tr><th scope="row">${title}</th><td><span class="name">${setting(name, requestedOf(name))}</span></td><td><span class="name">${setting(name, effectiveOf(name).value)}</span></td><td>${CONFIDENCE[effectiveOf(name).confidence]}</td></tr>`,
  )}</tbody>`
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

function fact(title: string, value: string | null | undefined): Html | null {
  return value ? html`<div><dt>${title}</dt><dd>${value}</dd></div>` : null
}

function knownValue(value: string): string | null {
  return value === 'unknown' ? null : value
}

function bytes(value: number | null): string | null {
  return value === null ? null : formatAmount(value, 'bytes')
}

function pair(before: number | null | undefined, after: number | null | undefined): string | null {
  return typeof before === 'number' || typeof after === 'number' ? `${before ?? '–'}, ${after ?? '–'}` : null
}
