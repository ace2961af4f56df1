import type { Engine, Image, RunDocument } from '@plimsoll/schema'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { renderStatic } from '../page-parts/render-static.ts'
import { exampleRun } from '../testing.ts'
import { Engines, Host, Images } from './environment.tsx'

test('the accelerator of a virtual machine is named if known, and emulation is explained', () => {
  expect(rowsOf({ value: 'kvm', confidence: 'observed' })).toContain('Accelerator – kvm observed')
  expect(rowsOf({ value: 'tcg', confidence: 'inferred' })).toContain(
    'Accelerator – none: the CPU is emulated (tcg) inferred',
  )
  expect(rowsOf(undefined)).not.toContain('Accelerator')
})

test('the engine of a run shows whether it is rootless', () => {
  const privileges = { value: 'rootless', confidence: 'observed' }
  const engines = changed((run) => Object.assign(engineOf(run).effective, { privileges }))
  expect(textOf(Engines(engines))).toContain('Privileges – rootless observed')
})

test('the accelerator of the host is listed separately', () => {
  const host = (accelerator: string | null) =>
    textOf(Host(changed((run) => Object.assign(run.host.virtualization, { kind: 'vm', accelerator }))))
  expect(host('hvf')).toContain('Virtualization virtual machine Accelerator hvf')
  expect(host(null)).not.toContain('Accelerator')
})

test('a processor of which one part is not recorded says which part', () => {
  const processor = (cpu: RunDocument['host']['cpu']) =>
    textOf(Host(changed((run) => Object.assign(run.host, { cpu })))).match(/Processor (.*?) Memory/)?.[1]
  expect(processor({ model: 'Example CPU', count: null })).toBe('Example CPU, CPU count not recorded')
  expect(processor({ model: null, count: 4 })).toBe('4 logical CPUs, CPU model not recorded')
  expect(processor({ model: 'Example CPU', count: 4 })).toBe('Example CPU, 4 logical CPUs')
})

test('the settings of an engine are below its product, version and id', () => {
  const engines = changed((run) => Object.assign(engineOf(run), { product: 'Lima', version: '1.0.3 (Docker 28.3.3)' }))
  expect(textOf(Engines(engines))).toContain('Lima 1.0.3 (Docker 28.3.3) docker')
})

test('an image that several workloads use is listed once', () => {
  const { images } = exampleRun()
  const rows = (of: typeof images) => renderStatic(Images({ images: of })).match(/<th scope="row">/g)
  expect(rows([...images, ...images])).toEqual(rows(images))
})

test('an image is identified by its content, which is the same in every engine', () => {
  const [image] = exampleRun().images as [Image]
  const text = (contentDigest: string) => renderStatic(Images({ images: [{ ...image, contentDigest }] }))
  expect(text(`sha256:${'9'.repeat(64)}`)).toContain(`sha256:${'9'.repeat(64)}`)
})

function rowsOf(accelerator: Engine['effective']['accelerator']): string {
  return textOf(Engines(changed((run) => Object.assign(engineOf(run).effective, { accelerator }))))
}

function changed(change: (run: RunDocument) => unknown): RunDocument {
  return exampleRun((run) => void change(run))
}

function engineOf({ engines: [engine] }: RunDocument): Engine {
  if (engine === undefined) throw new Error('the example has no engine')
  return engine
}

/** Returns the text of some elements as a reader sees it. */
function textOf(elements: ReactNode): string {
  return renderStatic(elements)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
