import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { claimsOf, startIssuer, type TestIssuer } from '../src/ingest/testing.ts'
import { runOfWorkflow } from '../src/live/testing.ts'
import { directoryOfTests, toBytes } from '../src/testing.ts'

const FILE = path.join(import.meta.dirname, 'compose.yml')
const BASE = 'https://registry.example/'
const PORT = '4199'
const ADDRESS = `http://127.0.0.1:${PORT}`
const PROJECT = 'plimsoll-hosting-test'

const { services, volumes } = parse(readFileSync(FILE, 'utf8'))

test('the registry has a root file system it cannot write to, one volume for what it keeps, and no rights', () => {
  expect(services.registry).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
    volumes: ['data:/data', 'builds:/opt/plimsoll/site/.next'],
    ports: [expect.stringMatching(/^127\.0\.0\.1:/)],
  })
  expect(Object.keys(services.registry)).not.toContain('user')
  expect(Object.keys(volumes)).toEqual(['data', 'builds'])
  expect(readFileSync(path.join(import.meta.dirname, 'Dockerfile'), 'utf8')).toMatch(/^USER plimsoll$/m)
})

/** Builds the image if it is missing, which takes minutes. So this runs only by hand, with PLIMSOLL_HOSTING=1. */
describe.skipIf(!process.env.PLIMSOLL_HOSTING)('as the compose file says, the registry', () => {
  const { directory, remove } = directoryOfTests()
  const override = path.join(directory, 'override.yml')
  let issuer: TestIssuer

  beforeAll(async () => {
    const host = docker('network', 'inspect', 'bridge', '--format', '{{(index .IPAM.Config 0).Gateway}}')
    // Some engines do not report the host's address on their network; 172.17.0.1 is Docker's default.
    issuer = await startIssuer(host || '172.17.0.1')
    const command = [...services.registry.command, '--issuer', issuer.issuer, '--rebuild-after', '1']
    writeFileSync(override, JSON.stringify({ services: { registry: { command } } }))
    compose('up', '--detach')
    await healthy()
  })
  afterAll(async () => {
    compose('down', '--volumes')
    await issuer.close()
    remove()
  })

  function compose(...args: string[]): void {
    const [command = '', ...rest] =
      spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']
    const env = { ...process.env, PLIMSOLL_BASE_URL: BASE, PLIMSOLL_PORT: PORT }
    const all = [...rest, '--project-name', PROJECT, '--file', FILE, '--file', override, ...args]
    execFileSync(command, all, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }

  test('takes a run in, shows it in lists, and has it after the container was replaced', async () => {
    const document = runOfWorkflow()
    const { id, hash } = identify(document)
    expect((await fetch(`${ADDRESS}/runs/${id}`)).status).toBe(404)
    const claims = claimsOf(issuer.issuer, `${BASE.slice(0, -1)}#${hash}`, Math.floor(Date.now() / 1000))
    const answer = await fetch(`${ADDRESS}/api/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await issuer.sign(claims)}`, 'content-type': 'application/json' },
      body: new Uint8Array(toBytes(document)),
    })
    expect([answer.status, await answer.json()]).toEqual([
      201,
      expect.objectContaining({ permalink: `${BASE}runs/${id}` }),
    ])
    expect((await fetch(`${ADDRESS}/runs/${id}`)).status).toBe(200)
    // The container rebuilds the list.
    await expect
      .poll(async () => (await fetch(`${ADDRESS}/`)).text(), { timeout: 180_000, interval: 2000 })
      .toContain(id)
    const before = await bytesOf(`/runs/${id}`)
    compose('down')
    compose('up', '--detach')
    await healthy()
    expect(await bytesOf(`/runs/${id}`)).toEqual(before)
    expect(await bytesOf(`/api/v1/runs/${id}`)).toEqual(toBytes(document))
  }, 400_000)

  test('is not root, and can write below /data and /tmp alone', () => {
    const shell = (script: string) => inContainer('sh', '-c', script)
    expect(shell('id -u')).toBe('10001')
    expect(shell('grep -c "^CapEff:.0*$" /proc/1/status')).toBe('1')
    expect(shell('grep NoNewPrivs /proc/1/status')).toMatch(/1$/)
    for (const place of ['/', '/opt/plimsoll', '/opt/plimsoll/site', '/home', '/var', '/usr/local'])
      expect(shell(`touch ${place}/x 2>&1 || true`)).toMatch(/Read-only file system|Permission denied/)
    expect(shell('touch /data/x /tmp/x && rm /data/x /tmp/x && echo written')).toBe('written')
  })
})

async function bytesOf(place: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${ADDRESS}${place}`)).arrayBuffer())
}

/** Waits until the image's health check succeeds. */
async function healthy(): Promise<void> {
  for (let state = ''; state !== 'healthy'; await new Promise((resolve) => setTimeout(resolve, 1000))) {
    state = docker('inspect', '--format', '{{.State.Health.Status}}', container())
    if (state === 'unhealthy') throw new Error(docker('logs', container()))
  }
}

function inContainer(...command: string[]): string {
  return docker('exec', container(), ...command)
}

function container(): string {
  return docker('ps', '--all', '--quiet', '--filter', `label=com.docker.compose.project=${PROJECT}`)
}

function docker(...args: string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8' }).trim()
}
