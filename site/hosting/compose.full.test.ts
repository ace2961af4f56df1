import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalize, identify } from '@plimsoll/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { submissionBody } from '../src/ingest/testing.ts'
import { startSigstore, submissionOf, type TestSigstore } from '../src/provenance/testing.ts'
import { runOfWorkflow } from '../src/server/testing.ts'
import { directoryOfTests, toBytes } from '../src/testing.ts'

const FILE = path.join(import.meta.dirname, 'compose.yml')
const BASE = 'https://registry.example/'
const PORT = '4199'
const ADDRESS = `http://127.0.0.1:${PORT}`
const PROJECT = 'plimsoll-hosting-test'

const { services } = parse(readFileSync(FILE, 'utf8'))

/** The base image that `plimsoll run` builds if none can be pulled. */
const BUILT_BASE = 'plimsoll/base:trixie'
const TRUSTING_BASE = 'plimsoll-hosting-test-base'
const PLIMSOLL = path.join(import.meta.dirname, '..', '..', 'action', 'bin', 'plimsoll.js')

describe('the registry, started with the compose file,', () => {
  const { directory, remove } = directoryOfTests()
  const override = path.join(directory, 'override.yml')
  let sigstore: TestSigstore

  beforeAll(async () => {
    const measure = ['run', '--workload', 'metadata', '--engine', 'docker', '--rounds', '1', '--out']
    execFileSync(process.execPath, [PLIMSOLL, ...measure, path.join(directory, 'run.json')], { stdio: 'ignore' })
    const hasBuiltBase = spawnSync('docker', ['image', 'inspect', BUILT_BASE]).status === 0
    const base = hasBuiltBase ? ['--build-arg', `BASE=${trustingBase(directory)}`] : []
    const dockerfile = path.join(import.meta.dirname, 'Dockerfile')
    const context = path.join(import.meta.dirname, '..', '..')
    docker('build', '--quiet', ...base, '--tag', 'plimsoll-registry', '--file', dockerfile, context)
    sigstore = await startSigstore()
    const root = path.join(directory, 'trusted-root.jsonl')
    writeFileSync(root, JSON.stringify(sigstore.trustedRoot))
    const command = [...services.registry.command, '--rebuild-after', '1']
    const volumes = [`${root}:/data/registry/trusted-root.jsonl:ro`]
    writeFileSync(override, JSON.stringify({ services: { registry: { command, volumes } } }))
    compose('up', '--detach')
    await healthy()
  })
  afterAll(async () => {
    compose('down', '--volumes')
    await sigstore.close()
    remove()
    spawnSync('docker', ['rmi', 'plimsoll-registry', TRUSTING_BASE])
  })

  function compose(...args: string[]): void {
    const [command = '', ...rest] =
      spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']
    const env = { ...process.env, PLIMSOLL_BASE_URL: BASE, PLIMSOLL_PORT: PORT }
    const all = [...rest, '--project-name', PROJECT, '--file', FILE, '--file', override, ...args]
    execFileSync(command, all, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }

  test('accepts a run, lists it, and keeps it when the container is replaced', async () => {
    const document = runOfWorkflow()
    const { id } = identify(document)
    expect((await fetch(`${ADDRESS}/runs/${id}`)).status).toBe(404)
    const bundle = await sigstore.sign(submissionOf(document))
    const answer = await fetch(`${ADDRESS}/api/v1/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: submissionBody(bundle, toBytes(document)),
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
    expect(await bytesOf(`/api/v1/runs/${id}`)).toEqual(Buffer.from(canonicalize(document)))
  }, 400_000)

  test('is not root, and can write below /data and /tmp only', () => {
    const shell = (script: string) => inContainer('sh', '-c', script)
    expect(shell('id -u')).toBe('10001')
    expect(shell('grep -c "^CapEff:.0*$" /proc/1/status')).toBe('1')
    expect(shell('grep NoNewPrivs /proc/1/status')).toMatch(/1$/)
    for (const target of ['/', '/opt/plimsoll', '/opt/plimsoll/site', '/home', '/var', '/usr/local'])
      expect(shell(`touch ${target}/x 2>&1 || true`)).toMatch(/Read-only file system|Permission denied/)
    expect(shell('touch /data/x /tmp/x && rm /data/x /tmp/x && echo written')).toBe('written')
  })
})

/**
 * Builds the base image with the certificates that the host trusts, and returns its name. If no image registry is
 * reachable, the npm registry may be behind a proxy with its own certificate.
 */
function trustingBase(directory: string): string {
  const context = path.join(directory, 'base')
  mkdirSync(context)
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(context, 'trusted.crt'))
  const lines = [`FROM ${BUILT_BASE}`, 'COPY trusted.crt /etc/trusted.crt', 'ENV NODE_EXTRA_CA_CERTS=/etc/trusted.crt']
  writeFileSync(path.join(context, 'Dockerfile'), `${lines.join('\n')}\n`)
  docker('build', '--quiet', '--tag', TRUSTING_BASE, context)
  return TRUSTING_BASE
}

async function bytesOf(path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${ADDRESS}${path}`)).arrayBuffer())
}

/** Waits for the health check of the image. */
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
