// `npm start`: measure this machine, store the run in the registry, build the site, serve it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { ensureEngine } from './engine.ts'

const PLIMSOLL = fileURLToPath(new URL('../bin/plimsoll.js', import.meta.url))
const REGISTRY = fileURLToPath(new URL('../../site/bin/plimsoll-registry.js', import.meta.url))

const HELP = `npm start -- [--no-serve] [--no-install-engine] [--out FILE] [flags of plimsoll run]

  --no-serve           end after the site is built
  --no-install-engine  never install a container engine; where there is none, measure the host alone
  --out FILE           also write the run document there
  --port N             where to serve (default: 4127, or the next free port)

Other flags go to \`plimsoll run\`: see \`npx plimsoll run --help\`.`

try {
  process.exitCode = await start(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}

async function start(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const serve = !take(args, '--no-serve')
  const install = !take(args, '--no-install-engine')
  const port = takeValue(args, '--port')
  const engine = await ensureEngine({ install })
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  try {
    const out = takeValue(args, '--out') ?? join(scratch, 'run.json')
    const measured = await run(PLIMSOLL, ['run', ...(engine ? [] : ['--engine', 'none']), ...args, '--out', out])
    if (measured > 1 && measured !== 130) return measured
    const stored = await execa(process.execPath, [REGISTRY, 'import', out], {
      reject: false,
      stdin: 'ignore',
      stderr: 'inherit',
    })
    if (stored.failed) return stored.exitCode ?? 1
    const page = stored.stdout.trim().split('\n').at(-1)?.split(' ')[1] ?? '/'
    const built = await run(REGISTRY, ['build'])
    if (built !== 0 || measured === 130) return built || measured
    console.error(`The page of this run is site/out${page}.html`)
    if (!serve) return measured
    return await run(REGISTRY, ['serve', '--open-path', page, ...(port ? ['--port', port] : [])])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Run one of our commands in the foreground; a signal is for it, and its exit code is the answer. */
async function run(command: string, args: string[]): Promise<number> {
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const result = await execa(process.execPath, [command, ...args], { reject: false, stdio: 'inherit' })
  process.off('SIGINT', ignore)
  return result.exitCode ?? 130
}

function take(args: string[], flag: string): boolean {
  const index = args.indexOf(flag)
  if (index === -1) return false
  args.splice(index, 1)
  return true
}

function takeValue(args: string[], flag: string): string | null {
  const index = args.indexOf(flag)
  if (index === -1) return null
  const [, value] = args.splice(index, 2)
  if (!value) throw new Problem(2, `${flag} needs a value: see npm start -- --help.`)
  return value
}
