// These tests check that engines are found with every version of the docker command. Some of the outputs are recorded
// from that version, with other machine names and without members that Plimsoll does not read. The rest are written
// from the version's source.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { find } from './docker.ts'

let directory = ''

/** A program's output and exit code. */
interface Output {
  stdout?: string
  stderr?: string
  exit?: number
}

/** The outputs of a docker command for each query. */
interface Client {
  contexts: Output
  /** the output of `docker info` */
  info: Output
  /** the output of `docker version`: the server */
  version?: Output
  /** the output of `docker --context gone info` */
  gone?: Output
  /** the output of `docker info` at the socket of the running Lima instance; absent without Lima */
  lima?: Output
  environment?: Record<string, string>
  /** whether the command podman is missing */
  podmanIsMissing?: boolean
}

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const SOCKET = 'unix:///var/run/docker.sock'

const ENGINE = `{"ID":"SULV:4NMH","Driver":"overlay2","CgroupVersion":"1","KernelVersion":"${release()}","OperatingSystem":"Debian GNU/Linux 12 (bookworm)","Architecture":"x86_64","NCPU":2,"MemTotal":25276502016,"Name":"vm","ServerVersion":"20.10.24+dfsg1","ClientInfo":{"Debug":false,"Context":"default","Plugins":[],"Warnings":null}}`
const ANSWERS: Output = { stdout: text(ENGINE) }
const NOWHERE = 'Cannot connect to the Docker daemon at unix:///tmp/none.sock. Is the docker daemon running?'
/** The output of `docker info` without a server. Clients since version 23 print it if no engine answers. */
const withoutServer = (more = '') =>
  text(
    `{"ID":"","Containers":0,"Driver":"","NCPU":0,"MemTotal":0,"ServerVersion":"",${more}"ClientInfo":{"Debug":false}}`,
  )

const DOCKER_20: Client = {
  contexts: {
    stdout: text(
      `{"Current":true,"Description":"Current DOCKER_HOST based configuration","DockerEndpoint":"${SOCKET}","KubernetesEndpoint":"","Name":"default","StackOrchestrator":"swarm"}`,
      '{"Current":false,"Description":"","DockerEndpoint":"unix:///tmp/none.sock","KubernetesEndpoint":"","Name":"gone","StackOrchestrator":""}',
    ),
  },
  info: ANSWERS,
  gone: { stdout: text(`{"ServerErrors":["${NOWHERE}"],"ClientInfo":{"Debug":false,"Context":"gone"}}`) },
}
const DOCKER_26: Client = {
  contexts: {
    stdout: text(
      `{"Name":"default","Description":"Current DOCKER_HOST based configuration","DockerEndpoint":"${SOCKET}","Current":true,"Error":"","ContextType":"moby"}`,
      '{"Name":"gone","Description":"","DockerEndpoint":"unix:///tmp/none.sock","Current":false,"Error":"","ContextType":"moby"}',
    ),
  },
  info: ANSWERS,
  gone: { stdout: withoutServer(`"ServerErrors":["${NOWHERE}"],`), stderr: text(NOWHERE) },
}
const DOCKER_28: Client = {
  contexts: {
    stdout: text(
      `{"Current":true,"Description":"Current DOCKER_HOST based configuration","DockerEndpoint":"${SOCKET}","Error":"","Name":"default"}`,
      '{"Current":false,"Description":"","DockerEndpoint":"unix:///tmp/none.sock","Error":"","Name":"gone"}',
    ),
  },
  info: ANSWERS,
  gone: { stdout: withoutServer(), stderr: text(NOWHERE), exit: 1 },
}
const DOCKER_29: Client = {
  ...DOCKER_28,
  gone: {
    stdout: withoutServer(),
    stderr: text(
      'failed to connect to the docker API at unix:///tmp/none.sock; check if the path is correct and if the daemon is running: dial unix /tmp/none.sock: connect: no such file or directory',
    ),
    exit: 1,
  },
}
const only = (client: Client): Output => ({ stdout: text((client.contexts.stdout ?? '').split('\n')[0] ?? '') })
const lost = (line: string): Output => ({
  stdout: text((DOCKER_28.contexts.stdout ?? '').split('\n')[0] ?? '', line),
})

const LOST_20: Output = {
  stderr: text(
    'Current context "lost" is not found on the file system, please check your config file at /root/.docker/config.json',
  ),
  exit: 1,
}
const DAMAGED: Output = {
  stderr: text('json: cannot unmarshal string into Go value of type context.EndpointMetaBase'),
  exit: 1,
}

/** Podman prints its answer on several lines for `json` and on one line for `{{json .}}`. */
const podmanInfo = (version: string): Output => ({
  stdout: text(
    `{"host":{"arch":"amd64","cgroupVersion":"v1","cpus":2,"kernel":"6.1.0","memTotal":25276502016,"serviceIsRemote":false},"store":{"graphDriverName":"vfs"},"version":{"APIVersion":"${version}","Version":"${version}"}}`,
  ),
})
const PODMAN_STOPPED: Output = {
  stdout: text('OS: linux/amd64', 'provider: qemu', 'version: 5.4.2', ''),
  stderr: text(
    'Cannot connect to Podman. Please verify your connection to the Linux system using `podman system connection list`, or try `podman machine init` and `podman machine start` to manage a new Linux VM',
    'Error: unable to connect to Podman socket: Get "http://d/v5.4.2/libpod/_ping": dial unix /tmp/none.sock: connect: no such file or directory',
  ),
  exit: 125,
}
const GONE = expect.stringMatching(/^docker, context gone: no engine answers there: start it/)
const UNREADABLE = expect.stringMatching(
  /^docker: `docker context ls` printed nothing that Plimsoll can read, so .*\. Run it yourself/,
)
const UNREADABLE_INFO = expect.stringMatching(
  /^docker, context default: `docker info` printed nothing that Plimsoll can read: run it yourself/,
)

const ROWS: [name: string, origin: string, client: Client, found: unknown[]][] = [
  ['20.10.24, of Debian 12', 'recorded', DOCKER_20, ['docker', GONE]],
  ['26.1.5, of Debian 13', 'recorded', DOCKER_26, ['docker', GONE]],
  ['28.2.2', 'recorded', DOCKER_28, ['docker', GONE]],
  ['29.9.3', 'recorded', DOCKER_29, ['docker', GONE]],
  [
    '28.2.2 with a current context that is gone',
    'recorded',
    {
      ...DOCKER_28,
      contexts: lost(
        '{"Current":true,"Description":"","DockerEndpoint":"","Error":"context \\"lost\\": context not found: open /tmp…","Name":"lost"}',
      ),
    },
    [
      'docker',
      expect.stringMatching(
        /^docker, context lost: Docker cannot use this context \(“context "lost": .*choose another with `docker context use`/,
      ),
    ],
  ],
  [
    '20.10.24 with a current context that is gone',
    'recorded',
    { contexts: LOST_20, info: LOST_20 },
    [expect.stringMatching(/^docker: `docker context ls` fails \(“Current context "lost" is not found/)],
  ],
  [
    '20.10.24 with a damaged context',
    'recorded',
    { contexts: DAMAGED, info: ANSWERS },
    ['docker', expect.stringMatching(/^docker: `docker context ls` fails \(“json: cannot unmarshal .*Run it yourself/)],
  ],
  [
    '18.06, which has no contexts',
    'from source: docker/cli v20.10, cmd/docker/docker.go, for a command that is unknown',
    {
      contexts: { stderr: text("docker: 'context' is not a docker command.", "See 'docker --help'"), exit: 1 },
      info: { stdout: text(ENGINE.replace(/,"ClientInfo":.*/, '}')) },
    },
    ['docker'],
  ],
  [
    '20.10.24 that may not use the socket',
    'recorded',
    {
      ...DOCKER_20,
      contexts: only(DOCKER_20),
      info: {
        stdout: text(
          `{"ServerErrors":["permission denied while trying to connect to the Docker daemon socket at ${SOCKET}: Get \\"http://%2Fvar%2Frun%2Fdocker.sock/v1.24/info\\": dial unix /var/run/docker.sock: connect: permission denied"],"ClientInfo":{"Debug":false,"Context":"default"}}`,
        ),
      },
    },
    [expect.stringMatching(/^docker, context default: this user may not use it: add the user to the group/)],
  ],
  [
    '20.10.24 that is too old for an engine of 29',
    'from source: moby v29, daemon/server/middleware/version.go',
    {
      ...DOCKER_20,
      contexts: only(DOCKER_20),
      info: {
        stdout: text(
          '{"ServerErrors":["Error response from daemon: client version 1.41 is too old. Minimum supported API version is 1.44, please upgrade your client to a newer version"],"ClientInfo":{"Debug":false,"Context":"default"}}',
        ),
      },
    },
    [
      expect.stringMatching(
        /^docker, context default: .* no API version in common \(“.*1\.41 is too old.*update the older/,
      ),
    ],
  ],
  ["Podman 5.4.2's, of Debian 13", 'recorded', { contexts: {}, info: podmanInfo('5.4.2') }, []],
  [
    "Podman 5.4.2's with a connection",
    'recorded',
    {
      contexts: { stdout: text('{"Name":"far","URI":"unix:///tmp/none.sock","Default":true,"ReadWrite":true}') },
      info: podmanInfo('5.4.2'),
    },
    [],
  ],
  ["Podman 5.4.2's, whose machine does not run", 'recorded', { contexts: {}, info: PODMAN_STOPPED }, []],
  [
    "Podman 5.4.2's without the command podman",
    'recorded',
    { contexts: {}, info: podmanInfo('5.4.2'), podmanIsMissing: true },
    [expect.stringMatching(/^docker: the engine there is Podman.*: install `podman`/)],
  ],
  [
    "Docker's, with a context whose engine is Podman, without the command podman",
    'written from podman, pkg/api/handlers/compat/version.go',
    {
      contexts: only(DOCKER_28),
      info: ANSWERS,
      version: { stdout: text('{"Components":[{"Name":"Podman Engine"}]}') },
      podmanIsMissing: true,
    },
    [expect.stringMatching(/^docker, context default: the engine there is Podman.*: install `podman`/)],
  ],
  [
    "nerdctl 2.3's",
    "written from nerdctl's source",
    {
      contexts: { stderr: text('level=fatal msg="unknown command \\"context\\" for \\"docker\\""'), exit: 1 },
      info: { stdout: text(ENGINE.replace('20.10.24+dfsg1', 'v2.4.0').replace('overlay2', 'overlayfs')) },
      version: {
        stdout: text('{"Components":[{"Name":"containerd","Version":"v2.4.0"},{"Name":"runc","Version":"1.3.0"}]}'),
      },
      environment: { DOCKER_HOST: 'unix:///run/other.sock' },
    },
    [
      "docker: that is not Docker's engine, because `docker version` names no server component “Engine” (it names “containerd, runc”), as with an alias of nerdctl: install Docker's own command and engine, or Podman.",
    ],
  ],
  [
    'a wrapper that prints the word json and leads to an engine',
    'made up',
    { contexts: { stdout: text('json') }, info: ANSWERS },
    ['docker', UNREADABLE],
  ],
  [
    'a wrapper whose `docker info` cannot be read',
    'made up',
    { ...DOCKER_28, contexts: only(DOCKER_28), info: { stdout: text('Server Version: 28.2.2') } },
    [UNREADABLE_INFO],
  ],
  [
    'a wrapper whose `docker info` fails',
    'made up',
    { ...DOCKER_28, contexts: only(DOCKER_28), info: { stderr: text('unknown flag: --format'), exit: 2 } },
    [
      expect.stringMatching(
        /^docker, context default: `docker info` fails \(“unknown flag: --format”\): run it yourself/,
      ),
    ],
  ],
]

test.each(ROWS)('with the docker command %s (%s)', async (_name, _origin, client, found) => {
  put(client)
  const findings = await find()
  expect(findings.map((finding) => ('engine' in finding ? finding.engine.id : finding.problem))).toEqual(found)
})

test.each([
  [
    { DOCKER_API_VERSION: '1.99' },
    'client version 1.99 is too new. Maximum is 1.41',
    /DOCKER_API_VERSION .*: unset it\./,
  ],
  [
    { DOCKER_TLS_VERIFY: '1' },
    'unable to resolve docker endpoint: open /root/.docker/ca.pem: no such file',
    /DOCKER_TLS_VERIFY is set, .*ca\.pem.*: unset it, or put the certificates/,
  ],
  [
    { DOCKER_HOST: '/var/run/docker.sock' },
    'Cannot connect to the Docker daemon at tcp://localhost:2375/var/run/docker.sock',
    /DOCKER_HOST is no address of an engine .*: write it as unix:/,
  ],
  [
    { DOCKER_HOST: 'ssh://a@b' },
    'command [ssh -l a -- b docker system dial-stdio] has exited with exit status 255, stderr=ssh: connect refused',
    /at the address in DOCKER_HOST \(“ssh: connect refused”\): check that `ssh` reaches/,
  ],
  [
    { DOCKER_HOST: 'tcp://127.0.0.1:1' },
    'Cannot connect to the Docker daemon',
    /DOCKER_HOST .*: start the engine there/,
  ],
] as const)('%o, with which docker says "%s", is named with its remedy', async (environment, said, problem) => {
  const fails = { stderr: text(said), exit: 1 }
  put({ contexts: 'DOCKER_TLS_VERIFY' in environment ? fails : DOCKER_28.contexts, info: fails, environment })
  expect(await find()).toContainEqual({ problem: expect.stringMatching(problem) })
})

const LIMA_ENGINE: Output = { stdout: text(ENGINE.replace('"Name":"vm"', '"Name":"lima-dev"').replace('SULV', 'LIMA')) }
const LIMA_SOCKET = 'unix:///home/u/.lima/dev/sock/docker.sock'
const ofLima = (endpoint: string): Output => ({ stdout: text(`{"Name":"lima-dev","DockerEndpoint":"${endpoint}"}`) })

test.each([
  ['without a docker context is found by its socket', only(DOCKER_28), LIMA_ENGINE, ['docker', 'lima']],
  ['is found by its socket if docker lists no contexts', DAMAGED, LIMA_ENGINE, ['lima', expect.any(String)]],
  ['with a docker context counts once', ofLima(LIMA_SOCKET), LIMA_ENGINE, ['docker']],
  [
    'without Docker is named with what to do',
    only(DOCKER_28),
    { stderr: text(NOWHERE), exit: 1 },
    [
      'docker',
      'lima, instance dev: it runs, but no Docker answers at its socket: start an instance that has Docker with `limactl start template:docker`.',
    ],
  ],
])('a running Lima instance %s', async (_what, contexts, lima, found) => {
  const info = contexts === DAMAGED ? DAMAGED : ANSWERS
  put({ contexts, info, lima })
  const findings = await find()
  expect(findings.map((finding) => ('engine' in finding ? finding.engine.id : finding.problem))).toEqual(found)
})

test('a running Lima instance is named if the command docker is missing', async () => {
  put({ contexts: {}, info: {}, lima: {} })
  rmSync(join(directory, 'docker'))
  expect(await find()).toEqual([{ problem: expect.stringMatching(/^lima, instance dev: it runs, .* install it/) }])
})

test('an engine that plain docker leads to is local, unless DOCKER_HOST leads elsewhere', async () => {
  const client = { contexts: DAMAGED, info: ANSWERS }
  put(client)
  expect(await isRemote()).toBe(false)
  put({ ...client, environment: { DOCKER_HOST: 'tcp://192.0.2.1:2375' } })
  expect(await isRemote()).toBe(true)
})

async function isRemote(): Promise<boolean | undefined> {
  const [finding] = await find()
  return finding && 'engine' in finding ? finding.engine.isRemote : undefined
}

/** Creates a folder with this docker command, and makes it the only directory in PATH. */
function put({
  contexts,
  info,
  gone = {},
  lima,
  version = {
    stdout: text('{"Platform":{"Name":""},"Components":[{"Name":"Engine","Details":{"KernelVersion":"6.1.0"}}]}'),
  },
  environment = {},
  podmanIsMissing,
}: Client): void {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const script = `#!/bin/sh
case "$*" in
'context ls --format {{json .}}') ${says(contexts)} ;;
'--context gone info '*) ${says(gone)} ;;
"--host ${LIMA_SOCKET} info "*) ${says(lima ?? {})} ;;
*'info '*) ${says(info)} ;;
*'version '*) ${says(version)} ;;
esac
`
  writeFileSync(join(directory, 'docker'), script, { mode: 0o755 })
  if (!podmanIsMissing) writeFileSync(join(directory, 'podman'), '#!/bin/sh\n', { mode: 0o755 })
  const running = '{"name":"dev","status":"Running","dir":"/home/u/.lima/dev"}'
  const stopped = '{"name":"old","status":"Stopped","dir":"/home/u/.lima/old"}'
  if (lima)
    writeFileSync(join(directory, 'limactl'), `#!/bin/sh\n${says({ stdout: text(stopped, running) })}\n`, {
      mode: 0o755,
    })
  for (const [name, value] of Object.entries({ DOCKER_HOST: '', ...environment, PATH: directory }))
    vi.stubEnv(name, value)
}

/** Shell commands that print an output and exit. They start no program, because each client is called many times. */
function says({ stdout = '', stderr = '', exit = 0 }: Output): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return `printf %s ${quoted(stdout)}; printf %s ${quoted(stderr)} >&2; exit ${exit}`
}
