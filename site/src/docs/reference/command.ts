import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Help, parseHelp } from './parse-help.ts'
import { code, markdownTable, sentence } from './table.ts'

/** The module of each command, and the arguments that its function `main` expects before those of the user. */
const COMMANDS = {
  plimsoll: ['action/src/command.ts', 'node', 'plimsoll'],
  'plimsoll-registry': ['site/src/command.ts'],
}

/** The help of a command, or of a subcommand. */
export interface CommandHelp {
  /** The name of the command, and the words of the subcommand. */
  words: [command: string, ...words: string[]]
  text: string
}

/**
 * Returns every help of the two commands, `plimsoll` and `plimsoll-registry`, in the order of their lists.
 * @param repository the directory of the repository
 * @throws the error of a help that does not end with exit code 0
 */
export async function readHelps(repository: string): Promise<CommandHelp[]> {
  const helps = Object.entries(COMMANDS).map(async ([name, [module = '', ...before]]) => {
    const hooks = pathToFileURL(path.join(repository, 'site/bin/jsx.js')).href
    const program = path.join(import.meta.dirname, 'print-helps.ts')
    const args = ['--import', hooks, program, path.join(repository, module), ...before]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    // `plimsoll serve` starts plimsoll-registry, which prints its help before the line of JSON.
    const at = stdout.lastIndexOf('\n') + 1
    const printed = JSON.parse(stdout.slice(at)) as [words: string[], text: string][]
    return printed.map(([words, text]): CommandHelp => ({ words: [name, ...words], text: text || stdout.slice(0, at) }))
  })
  return (await Promise.all(helps)).flat()
}

/**
 * Returns the page of the two commands: every subcommand that runs something, with its arguments and flags.
 * @param repository the directory of the repository
 * @param helps the result of `readHelps`
 */
export function commandPage(repository: string, helps: CommandHelp[]): string {
  const calls = helps
    .map(({ words, text }) => ({ words, help: parseHelp(text) }))
    .filter(({ help }) => subcommandsOf(help).length === 0)
  const parts = Object.keys(COMMANDS).map((name) => {
    const sections = calls.filter(({ words }) => words[0] === name).map((call) => section(call, repository))
    return `## ${name}\n\n${sections.join('\n\n')}`
  })
  return `${INTRODUCTION}\n\n${parts.join('\n\n')}\n`
}

function subcommandsOf({ commands }: Help): string[] {
  return commands.map(({ name }) => name.split(' ')[0] ?? '').filter((name) => name !== 'help')
}

function section({ words, help }: { words: string[]; help: Help }, repository: string): string {
  const rows = [...help.arguments, ...help.options].filter(({ name }) => !/--(help|debug)\b/.test(name))
  const text = (description: string) =>
    description
      .replaceAll(`${repository.replace(/\/$/, '')}/`, '') // a default value that is a path on this machine
      .replace(' (default: [])', '')
      .replace(/(?<=default: )(\["[^\]]*"\]|"[^"]*")/, (value) => [JSON.parse(value)].flat().map(code).join(', '))
      .replaceAll('<', '\\<')
  return [
    `### ${words.join(' ')}`,
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
| \`1\` | done, but with a bad result: a verdict that \`--fail-on\` names, an invalid document, one or more failed benchmarks, or nothing measured of the project's workloads or on one of the engines |
| \`2\` | bad usage or bad input; a message on stderr says what to do |
| \`3\` | the environment is not suitable, for example no engine, no permission, a full disk (also for standard output), or no benchmark that it supports |
| \`130\` | interrupted; finished measurements are kept |`
