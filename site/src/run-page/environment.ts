import { type Engine, formatAmount, type Image, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { osTitle } from '../page/text.ts'

/** The machine, and how busy it was. What is not known is not listed. */
export function renderHost({ host, conditions }: RunDocument): Html {
  const { cpu, target, runner, virtualization } = host
  return html`<dl class="facts">${[
    fact('System', osTitle(host)),
    fact('Kernel', host.kernel),
    fact('Architecture', known(host.architecture)),
    fact('Processor', [cpu.model, cpu.count === null ? null : `${cpu.count} logical CPUs`].filter(Boolean).join(', ')),
    fact('Memory', bytes(host.memory)),
    fact('Files of the work', [target.filesystem, known(target.disk)].filter(Boolean).join(', ')),
    fact('Power', known(host.power)),
    fact('Runner', [known(runner.kind), runner.label].filter(Boolean).join(', ')),
    fact('Virtualization', virtualizationOf(virtualization)),
    fact('Load before and after', pair(conditions.before?.loadAverage, conditions.after?.loadAverage)),
    fact(
      'Other containers before and after',
      pair(conditions.before?.otherContainers, conditions.after?.otherContainers),
    ),
  ]}</dl>`
}

/** What each engine was asked for, and what was in effect with how it is known. */
export function renderEngines(engines: Engine[]): Html {
  if (engines.length === 0) return html``
  return html`<div class="scroll" role="region" aria-label="Engines" tabindex="0"><table class="settings">
<thead><tr><th scope="col">Engine</th><th scope="col">Setting</th><th scope="col">Asked for</th><th scope="col">In effect</th><th scope="col">Known because</th></tr></thead>
${engines.map(engineRows)}
</table></div>`
}

/** The images the work ran in. */
export function renderImages(images: Image[]): Html {
  if (images.length === 0) return html``
  return html`<div class="scroll" role="region" aria-label="Images" tabindex="0"><table class="settings">
<thead><tr><th scope="col">Image</th><th scope="col">Engine</th><th scope="col">Origin</th><th scope="col">Digest</th></tr></thead>
<tbody>${images.map(
    ({ name, engine, origin, digest }) =>
      html`<tr><th scope="row"><span class="name">${name}</span></th><td>${engine ?? 'host'}</td><td>${origin}</td><td><code>${digest}</code></td></tr>`,
  )}</tbody></table></div>`
}

const SETTINGS = [
  { name: 'vmType', title: 'Virtual machine' },
  { name: 'mountType', title: 'Shared files' },
  { name: 'cpus', title: 'CPUs' },
  { name: 'memory', title: 'Memory' },
  { name: 'kernel', title: 'Kernel' },
  { name: 'storageDriver', title: 'Storage driver' },
  { name: 'cgroupVersion', title: 'cgroup version' },
] as const

function engineRows({ id, product, version, requested, effective }: Engine): Html {
  const listed = SETTINGS.filter(({ name }) => requested[name] !== undefined || effective[name].value !== null)
  const head = html`<th scope="rowgroup" rowspan="${Math.max(1, listed.length)}"><span class="name">${product} ${version}</span><small>${id}</small></th>`
  if (listed.length === 0)
    return html`<tbody><tr>${head}<td colspan="4">Nothing is known of its configuration.</td></tr></tbody>`
  return html`<tbody>${listed.map(
    ({ name, title }, index) =>
      html`<tr>${index === 0 && head}<td>${title}</td><td><span class="name">${setting(name, requested[name])}</span></td><td><span class="name">${setting(name, effective[name].value)}</span></td><td>${CONFIDENCE[effective[name].confidence]}</td></tr>`,
  )}</tbody>`
}

const CONFIDENCE = {
  observed: 'observed',
  declared: 'declared by the engine or its user',
  inferred: 'inferred',
  unknown: 'not known',
}

function setting(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  return name === 'memory' ? formatAmount(Number(value), 'bytes') : String(value)
}

function virtualizationOf({ kind, nested, accelerator }: RunDocument['host']['virtualization']): string {
  return [known(kind), nested ? 'nested' : null, accelerator].filter(Boolean).join(', ')
}

function fact(title: string, value: string | null | undefined): Html | null {
  return value ? html`<div><dt>${title}</dt><dd>${value}</dd></div>` : null
}

function known(value: string): string | null {
  return value === 'unknown' ? null : value
}

function bytes(value: number | null): string | null {
  return value === null ? null : formatAmount(value, 'bytes')
}

function pair(before: number | null | undefined, after: number | null | undefined): string | null {
  return typeof before === 'number' || typeof after === 'number' ? `${before ?? '–'}, ${after ?? '–'}` : null
}
