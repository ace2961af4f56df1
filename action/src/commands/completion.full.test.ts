import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa, execaSync } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PLIMSOLL = fileURLToPath(new URL('../../bin/plimsoll.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const isThere = (shell: string) => !execaSync(shell, ['-c', 'true'], { reject: false }).failed

const scripts = new Map<string, string>()
beforeAll(async () => {
  const write = async (shell: string) => {
    const file = join(scratch, `completion.${shell}`)
    writeFileSync(file, (await execa(process.execPath, [PLIMSOLL, 'completion', shell])).stdout)
    scripts.set(shell, file)
  }
  await Promise.all(['bash', 'zsh', 'fish'].map(write))
  writeFileSync(join(scratch, 'my-run.json'), '')
})

/** What bash offers at the end of a line. It is split as bash does: at blanks and at "=". */
async function offeredByBash(line: string): Promise<string[]> {
  const words = line.split(/ |(=)/).filter((word) => word !== undefined)
  const call = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _${1//-/_}; printf "%s\\n" "${COMPREPLY[@]}"'
  const { stdout } = await execa('bash', ['-c', call, scripts.get('bash') as string, ...words], { cwd: scratch })
  return stdout.split('\n')
}

test.each([
  ['plimsoll re', ['report', 'replicate']],
  ['plimsoll completion ', ['bash', 'zsh', 'fish']],
  ['plimsoll run --sui', ['--suite']],
  ['plimsoll run --engine p', ['podman']],
  ['plimsoll run --scenario bind bind-c', ['bind-cached', 'bind-consistent']],
  ['plimsoll run --scenario=bind-c', ['bind-cached', 'bind-consistent']],
  ['plimsoll run --suite quick --work', ['--workload']],
  ['plimsoll run --workload npm-ci --param size=s', ['small']],
  ['plimsoll --quiet report --format j', ['json']],
  ['plimsoll report my', ['my-run.json']],
  ['plimsoll report --format json my', ['my-run.json']],
  ['plimsoll run --rounds 2 --suite nope', ['']],
  ['plimsoll serve --in', ['--ingest']],
  ['plimsoll-registry with', ['withdraw']],
  ['plimsoll-registry edition ', ['new']],
  ['plimsoll-registry edition new --pre', ['--previous']],
  ['plimsoll-registry verify --witness my', ['my-run.json']],
  ['plimsoll-registry desc', ['']],
])('in bash, %j is completed to %j', async (line, offered) => {
  expect(await offeredByBash(line)).toEqual(offered)
})

test('bash offers every subcommand of the help, and every flag of a subcommand', async () => {
  const { stdout: help } = await execa(process.execPath, [PLIMSOLL, '--help'])
  const listed = [...(help.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)
  expect([...(await offeredByBash('plimsoll ')), 'help'].sort()).toEqual(
    expect.arrayContaining(listed.filter((name) => name !== 'plimsoll').sort()),
  )
  const { stdout: run } = await execa(process.execPath, [PLIMSOLL, 'run', '--help'])
  const flags = [...run.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name)
  expect(flags.length).toBeGreaterThan(20)
  expect((await offeredByBash('plimsoll run --')).sort()).toEqual(flags.filter((name) => name !== '--version').sort())
})

test.runIf(isThere('fish'))('fish offers subcommands, flags, names of the catalog and files', async () => {
  const offered = async (line: string) => {
    const call = `source ${scripts.get('fish')}; complete -C ${JSON.stringify(line)}`
    const { stdout } = await execa('fish', ['--no-config', '-c', call], { cwd: scratch })
    return stdout.split('\n').map((entry) => entry.split('\t')[0])
  }
  expect(await offered('plimsoll re')).toEqual(['replicate', 'report'])
  expect(await offered('plimsoll run --sui')).toEqual(['--suite'])
  expect(await offered('plimsoll run --engine po')).toEqual(['podman'])
  expect(await offered('plimsoll report --format=j')).toEqual(['--format=json'])
  expect(await offered('plimsoll report my')).toEqual(['my-run.json'])
  expect(await offered('plimsoll-registry log-key new --na')).toEqual(['--name'])
})

test.runIf(isThere('zsh'))(
  'zsh completes a subcommand and a flag of both commands, and a name of the catalog',
  async () => {
    const session = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source ${scripts.get('zsh')}; print loaded'
zpty -r shell out $'*\\nloaded*'
zpty -w -n shell $'plimsoll repo\\t--for\\t mark\\t'
zpty -r -m shell out '*markdown*'
print -r -- "\${(V)out}"
zpty -w -n shell $'\\C-uplimsoll-registry edi\\tn\\t--pre\\t'
zpty -r -m shell out '*--previous*'
print -r -- "\${(V)out}"`
    const { stdout } = await execa('zsh', ['-f', '-c', session])
    expect(stdout).toMatch(/report.*--format.*markdown.*plimsoll-registry edition.*new.*--previous/s)
  },
)
