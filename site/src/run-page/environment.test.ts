import type { Engine, RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { exampleRun } from '../testing.ts'
import { renderEngines, renderHost, renderImages } from './environment.ts'

test('the accelerator of a virtual machine is named if known, and emulation is explained', () => {
  expect(rowsOf({ value: 'kvm', confidence: 'observed' })).toContain('Accelerator – kvm observed')
  expect(rowsOf({ value: 'tcg', confidence: 'inferred' })).toContain(
    'Accelerator – none: the CPU is emulated (tcg) inferred',
  )
  expect(rowsOf(undefined)).not.toContain('Accelerator')
})

test('the accelerator of the host is listed separately', () => {
  const host = (accelerator: string | null) =>
    textOf(renderHost(changed((run) => Object.assign(run.host.virtualization, { kind: 'vm', accelerator }))).text)
  expect(host('hvf')).toContain('Virtualization virtual machine Accelerator hvf')
  expect(host(null)).not.toContain('Accelerator')
})

test('the settings of an engine are below its product, version and id', () => {
  const engines = changed((run) => Object.assign(engineOf(run), { product: 'Lima', version: '1.0.3 (Docker 28.3.3)' }))
  expect(textOf(renderEngines(engines.engines).text)).toContain('Lima 1.0.3 (Docker 28.3.3) docker')
})

test('an image that several workloads use is listed once', () => {
  const { images } = exampleRun()
  const rows = (of: typeof images) => renderImages(of).text.match(/<th scope="row">/g)
  expect(rows([...images, ...images])).toEqual(rows(images))
})

function rowsOf(accelerator: Engine['effective']['accelerator']): string {
  return textOf(renderEngines(changed((run) => Object.assign(engineOf(run).effective, { accelerator })).engines).text)
}

function changed(change: (run: RunDocument) => unknown): RunDocument {
  return exampleRun((run) => void change(run))
}

function engineOf({ engines: [engine] }: RunDocument): Engine {
  if (engine === undefined) throw new Error('the example has no engine')
  return engine
}

/** Returns the text of some HTML as a reader sees it. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}
