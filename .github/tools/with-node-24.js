// Plain JavaScript without dependencies: a fresh clone runs this first, on any Node from 20 on. It installs missing
// packages, then starts Node 24; if the installed Node is older, it uses the one in the package `node`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [script, ...args] = process.argv.slice(2)

if (process.platform === 'win32')
  stop('Plimsoll runs on Linux and macOS. On Windows, clone it and run it inside of WSL 2.')

if (!installed()) {
  console.error('Installing dependencies (npm ci): about a minute, once…')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (npm.error?.code === 'ENOENT')
    stop('npm not found. Install Node 24 with npm (https://nodejs.org), then try again.')
  if (npm.status !== 0)
    stop(
      'npm ci failed, for the reason above. Check the network (`npm ping`), the free space, and that this folder and ~/.npm are writable, then try again.',
    )
}

const node = isNew(process.versions.node) ? process.execPath : join(root, 'node_modules/node/bin/node')
if (!existsSync(node))
  stop(
    `Plimsoll needs Node 24, and this is ${process.versions.node}. Install Node 24 (https://nodejs.org), then try again.`,
  )
const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
const child = spawn(node, [join(root, script), ...args], { stdio: 'inherit', env: { ...process.env, PATH: path } })
// A terminal sends its signals to the child as well: wait until the child has cleaned up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})

function stop(sentence) {
  console.error(sentence)
  process.exit(3)
}

function installed() {
  const stamp = join(root, 'node_modules/.package-lock.json')
  return existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function isNew(version) {
  return Number(version.split('.')[0]) >= 24
}
