import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { temporaryRegistry } from '../testing.ts'
import { holdRegistry } from './hold-registry.ts'

test('only one server at a time accepts runs for a registry', async () => {
  const registry = temporaryRegistry()
  const release = await holdRegistry(registry)
  await expect(holdRegistry(registry)).rejects.toThrow(
    /Another server already accepts runs for the registry .+ Stop it/,
  )
  release()
  const again = await holdRegistry(registry)
  again()
})

test('a server that was killed does not keep the registry', async () => {
  const registry = temporaryRegistry()
  const modules = ['hold-registry.ts', '../store/registry.ts'].map((name) => new URL(name, import.meta.url).href)
  const script = `
    const [{ holdRegistry }, { registryAt }] = await Promise.all(${JSON.stringify(modules)}.map((name) => import(name)))
    await holdRegistry(registryAt(${JSON.stringify(registry.directory)}))
    console.log('held')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  await expect(holdRegistry(registry)).rejects.toThrow(/Another server/)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const release = await holdRegistry(registry)
  release()
})
