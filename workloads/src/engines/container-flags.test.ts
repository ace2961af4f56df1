import { expect, test } from 'vitest'
import { mayBeRunning } from '../cleanup/run-owner.ts'
import { ContainerCli } from './container-cli.ts'
import { containerFlags, labelFlags } from './container-flags.ts'

const cli = new ContainerCli({ command: ['docker'], product: 'Docker Engine' } as unknown as ConstructorParameters<
  typeof ContainerCli
>[0])
const start = (isIsolated: boolean) =>
  cli.startCommand({ name: 'n', image: 'i', run: ['true', 'x'], labels: { l: '1' }, isIsolated }).join(' ')

test('a container that is started as a user would, but runs a project’s code, has no network, no proxy and a limit of processes', () => {
  expect(start(false)).toBe('docker run --rm --pull=never --name n --label l=1 --entrypoint true i x')
  const isolated = start(true)
  expect(isolated).toMatch(/^docker run --rm .* --pids-limit=4096 --network=none .* --entrypoint true i x$/)
  for (const name of ['HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'no_proxy'])
    expect(isolated).toContain(` --env ${name}= `)
})

test('the health check of an image does not run beside the work', () => {
  const options = { name: 'n', image: 'i', entrypoint: 'true', arguments: [], mounts: [], labels: {} }
  expect(containerFlags(options, [], null)).toContain('--no-healthcheck')
})

test('what a run creates has a label with its process, and a cached image has none', () => {
  const [, run, , owner = ''] = labelFlags({ 'plimsoll.run': 'a' })
  expect(run).toBe('plimsoll.run=a')
  expect(mayBeRunning(owner.replace(/^plimsoll\.owner=/, ''))).toBe(true)
  expect(labelFlags({ 'plimsoll.cache': 'image' })).toEqual(['--label', 'plimsoll.cache=image'])
})
