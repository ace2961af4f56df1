import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Help, parseHelp } from './parse-help.ts'
import { code, markdownTable, sentence } from './table.ts'

const COMMANDS = { plimsoll: 'action/bin/plimsoll.js', 'plimsoll-registry': 'site/bin/plimsoll-registry.js' }

/**
 * Returns the page of the two commands, `plimsoll` and `plimsoll-registry`: every subcommand with its arguments and
 * flags, from its help.
 * @param repository the directory of the repository
 */
export async function commandPage(repository: string): Promise<string> {
  const parts = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, file]) => {
      const calls = await callsBelow(path.join(repository, file), [])
      return `## ${name}\n\n${calls.map((call) => section(name, call, repository)).join('\n\n')}`
    }),
  )
  return `${INTRODUCTION}\n\n${parts.join('\n\n')}\n`
}

interface Call {
  words: string[]
  help: Help
}

const run = promisify(execFile)
/**
 * The directory of Node's compile cache. About twenty calls of commands load the same sources, so compile these once.
 */
const NODE_COMPILE_CACHE = path.join(tmpdir(), 'plimsoll-compile-cache')

/** Returns every subcommand below `words` that runs something, in the order of the help. */
async function callsBelow(file: string, words: string[]): Promise<Call[]> {
  const { stdout } = await run(process.execPath, [file, ...words, '--help'], {
    env: { ...process.env, NODE_COMPILE_CACHE },
  })
  const help = parseHelp(stdout)
  const names = help.commands.map(({ name }) => name.split(' ')[0] ?? '').filter((name) => name !== 'help')
  if (names.length === 0) return [{ words, help }]
  return (await Promise.all(names.map((name) => callsBelow(file, [...words, name])))).flat()
}

function section(command: string, { words, help }: Call, repository: string): string {
  const rows = [...help.arguments, ...help.options].filter(({ name }) => !/--(help|debug)\b/.test(name))
  const text = (description: string) =>
    description
      .replaceAll(`${repository.replace(/\/$/, '')}/`, '') // a default value that is a path on this machine
      .replace(' (default: [])', '')
      .replace(/(?<=default: )(\["[^\]]*"\]|"[^"]*")/, (value) => [JSON.parse(value)].flat().map(code).join(', '))
      .replaceAll('<', '\\<')
  return [
    `### ${[command, ...words].join(' ')}`,
    sentence(help.description.charAt(0).toUpperCase() + help.description.slice(1)),
    `\`\`\`text\n${help.usage}\n\`\`\``,
    ...(rows.length > 0
      ? [
          markdownTable(
            ['argument or option', 'description'],
            rows.map(({ name, description }) => [code(name), text(description)]),
          ),
        ]
      : []),
    ...(help.after === '' ? [] : [help.after]),
  ].join('\n\n')
}

const INTRODUCTION = `# The command

There are two commands: \`plimsoll\` measures, judges and publishes; \`plimsoll-registry\` stores runs and builds the site. In a
clone, use \`npx plimsoll\`. Every command has \`--help\`, \`--debug\`, which prints the
stack trace of an error, and \`--quiet\`, which prints only the result on standard output and errors on standard error. Where a
command reads a file, \`-\` is standard input.

## Exit codes

| code | meaning |
| --- | --- |
| \`0\` | done |
| \`1\` | done, but with a bad result: a verdict that \`--fail-on\` names, an invalid document, one or more failed benchmarks, or no workload of the project measured |
| \`2\` | bad usage or bad input; a message on stderr says what to do |
| \`3\` | the environment is not suitable, for example no engine, no permission, or no benchmark that it supports |
| \`130\` | interrupted; finished measurements are kept |`
