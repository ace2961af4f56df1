import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findEngines } from '../find-engines.ts'
import { virtualMachine } from './ssh.ts'
import { connect, pathIn } from './ssh-connection.ts'

// The tests that need a machine to connect to are in test/vm.full.test.ts.

test('without a destination there is no engine, and no connection is tried', async () => {
  const { engines } = await findEngines()
  expect(engines.map(({ id }) => id)).not.toContain('ssh')
})

test('a refused connection or a missing configuration gives an error with a remedy', async () => {
  const nowhere = { destination: 'nobody@127.0.0.1', share: null }
  const port = await closedPort()
  expect(await connect({ ...nowhere, destination: `ssh://nobody@127.0.0.1:${port}`, config: '/dev/null' })).toEqual({
    problem: expect.stringMatching(
      /^ssh: ssh:\/\/\S+ cannot be reached \(.*(refused|not found).*\)\. Try `ssh -F \/dev\/null ssh:\/\/\S+ true`\.$/,
    ),
  })
  expect(await connect({ ...nowhere, config: '/no/such/config' })).toEqual({
    problem: expect.stringMatching(
      /cannot be reached \(.*(No such file|not found).*\)\. Try `ssh -F \/no\/such\/config /,
    ),
  })
})

test('a destination is never taken for a flag', async () => {
  const answer = await connect({ destination: '-oProxyCommand=exit 7', config: '/dev/null', share: null })
  expect(answer).toEqual({ problem: expect.stringContaining('cannot be reached') })
})

test('a host directory has a path in the machine only inside the shared folder', () => {
  const share = { host: '/home/me/shared', machine: '/vagrant' }
  expect(pathIn(share, '/home/me/shared')).toBe('/vagrant')
  expect(pathIn(share, '/home/me/shared/a/..b')).toBe('/vagrant/a/..b')
  expect(pathIn(share, '/home/me/shared/..b')).toBe('/vagrant/..b')
  for (const outside of ['/home/me', '/home/me/shared-not', '/']) expect(pathIn(share, outside)).toBeNull()
  expect(pathIn(null, '/home/me/shared')).toBeNull()
})

test('QEMU without an accelerator is emulation; unknown values stay unknown', () => {
  expect(virtualMachine('qemu')).toMatchObject({ vmType: { value: 'qemu' }, accelerator: { value: 'tcg' } })
  expect(virtualMachine('kvm')).toMatchObject({ vmType: { value: 'kvm' }, accelerator: { value: 'kvm' } })
  expect(virtualMachine('oracle')).toEqual({ vmType: { value: 'oracle', confidence: 'observed' } })
  expect(virtualMachine('none')).toEqual({ vmType: { value: 'none', confidence: 'observed' } })
  expect(virtualMachine('')).toEqual({})
  expect(virtualMachine('sh: systemd-detect-virt: not found')).toEqual({})
})

/** A loopback port on which no program listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
