import { createInterface } from 'node:readline/promises'
import { Problem } from '@plimsoll/workloads'

/**
 * Asks the user a yes-or-no question at the terminal.
 * @param otherwise the answer for an empty line
 * @param undone what was not done, for the message if the user leaves without an answer
 * @throws Problem (130) on Ctrl-C or Ctrl-D
 */
export async function askYesNo(
  question: string,
  { otherwise, undone }: { otherwise: boolean; undone: string },
  terminal: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stderr,
  },
): Promise<boolean> {
  const prompt = createInterface(terminal)
  try {
    const answer = (await prompt.question(`${question} ${otherwise ? '[Y/n]' : '[y/N]'} `)).trim()
    return answer === '' ? otherwise : /^y(es)?$/i.test(answer)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    terminal.output.write('\n')
    throw new Problem(130, `Interrupted: ${undone}.`)
  } finally {
    prompt.close()
  }
}
