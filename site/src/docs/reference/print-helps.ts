import { parseHelp } from './parse-help.ts'

// Prints every help of one command as JSON: [words, text]. One process for all, because each start takes half a second.
// Arguments: the module with the function `main` of the command, then the arguments that precede those of the user.

const [, , module = '', ...before] = process.argv
const { main } = (await import(module)) as { main: (args: string[]) => Promise<number> }
const write = process.stdout.write.bind(process.stdout)
const helps: [words: string[], text: string][] = []
await readBelow([])
write(JSON.stringify(helps)) // The last line.

async function readBelow(words: string[]): Promise<void> {
  let text = ''
  process.stdout.write = (part) => {
    text += part
    return true
  }
  if ((await main([...before, ...words, '--help'])) !== 0) throw new Error(`The help of '${words.join(' ')}' failed.`)
  process.stdout.write = write
  helps.push([words, text])
  const names = parseHelp(text).commands.map(({ name }) => name.split(' ')[0] ?? '')
  for (const name of names.filter((name) => name !== 'help')) await readBelow([...words, name])
}
