import { randomBytes } from 'node:crypto'
import { type InteractiveProcess, RUN_LABEL } from '../../engine.ts'
import { hostAgent } from '../agent.ts'
import { TARGET } from '../container-paths.ts'
import { startInteractive } from '../interactive-process.ts'
import { agentMount, agentPath } from '../run-with-agent.ts'
import { makeSlot, type Slot } from '../slot.ts'
import { type BenchmarkSetting, failed, type SampleResult, type SlotId } from '../take-sample.ts'
import { planSlot } from './command.ts'

/**
 * The time limit for an event and for new content, in ms. An event that takes longer is recorded as missing. New
 * content that takes longer is a failure.
 */
const EVENT_TIMEOUT_MS = 2000
const CONTENT_TIMEOUT_MS = 10_000
const CLOCK_EXCHANGES = 60

interface Side {
  ask(command: string): Promise<Record<string, unknown>>
  talk: InteractiveProcess
}

/**
 * Changes a file on one side of a shared directory. Measures on the other side when the event arrives, and when the new
 * content is readable. An agent runs on each side, and prints the clock of its kernel. If the two sides have different
 * clocks, the offset between the clocks is measured first, and its uncertainty is published.
 */
export async function takeFileEvents(
  setting: BenchmarkSetting,
  slotId: SlotId,
  keep: (slot: Slot) => void,
  signal: AbortSignal,
): Promise<SampleResult> {
  const { executionTarget, benchmark } = setting
  if (executionTarget.on !== 'container') throw new Error('the workload kind file-events needs a container')
  const { slot, mounts } = planSlot(setting, slotId)
  const hostDirectory = slot.hostDirectory
  if (!hostDirectory) throw new Error('the workload kind file-events needs a directory of the host')
  keep(slot)
  await makeSlot(slot)
  const container = executionTarget.engine.startInteractive({
    name: slot.containers[0] as string,
    image: executionTarget.image,
    entrypoint: agentPath(executionTarget),
    arguments: ['watch', TARGET],
    mounts: [...mounts, agentMount(executionTarget.agentVolume)],
    labels: { [RUN_LABEL]: slotId.run },
  })
  const host = startInteractive([hostAgent(), 'watch', hostDirectory], {})
  try {
    const [hostClock, containerClock] = [await clockOf(host), await clockOf(container)]
    const [inside, outside] = [sideOf(container), sideOf(host)]
    const offset = hostClock === containerClock ? { inside: 0, error: 0 } : await offsetOf(outside, inside)
    const toContainer = benchmark.params.direction === 'to-container'
    const [writer, reader] = toContainer ? [outside, inside] : [inside, outside]
    // Converts a time of the reader's clock to the writer's clock.
    const behind = toContainer ? offset.inside : -offset.inside
    return await changes(Number(benchmark.params.changes), writer, reader, behind, offset.error, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return failed((error as Error).message)
  } finally {
    await Promise.all([container.close(), host.close()])
  }
}

async function changes(
  count: number,
  writer: Side,
  reader: Side,
  behind: number,
  clockError: number,
  signal: AbortSignal,
): Promise<SampleResult> {
  const [event, content]: [number[], number[]] = [[], []]
  // There is one file per change, and all files are created in advance. A late event of one change is therefore not
  // taken for the event of the next change.
  const files = Array.from({ length: 2 * count }, (_, index) => `file-${index}`)
  for (const file of files) {
    const first = token()
    await change(writer, reader, file, `expect-content ${file} ${first} ${CONTENT_TIMEOUT_MS}`, first)
  }
  for (let turn = 0; turn < count; turn++) {
    signal.throwIfAborted()
    const [heard = '', read = ''] = files.slice(2 * turn)
    const seen = await change(writer, reader, heard, `expect-event ${heard} ${EVENT_TIMEOUT_MS}`, token())
    if (seen !== null) event.push(seen - behind)
    const next = token()
    const there = await change(writer, reader, read, `expect-content ${read} ${next} ${CONTENT_TIMEOUT_MS}`, next)
    if (there === null) return failed(`the new content could not be read within ${CONTENT_TIMEOUT_MS / 1000} s`)
    content.push(there - behind)
  }
  if ([...event, ...content].some((delay) => delay < 0)) {
    return failed(`a delay is shorter than the possible error of the two clocks (±${clockError} ns)`)
  }
  const values = { content, 'clock-error': clockError, ...(event.length > 0 && { event }) }
  return { ...failed(''), failure: null, values }
}

/**
 * Makes one change. Returns the ns from just before the write (by the writer's clock) to the expected effect (by the
 * reader's clock). Null if the effect did not occur.
 */
async function change(
  writer: Side,
  reader: Side,
  file: string,
  expectation: string,
  content: string,
): Promise<number | null> {
  const armed = await reader.ask(expectation)
  if (armed.step !== 'armed') throw new Error(`the reader did not start to wait for a change: ${JSON.stringify(armed)}`)
  const { before } = await writer.ask(`write ${file} ${content}`)
  const { at } = JSON.parse(await reader.talk.next(CONTENT_TIMEOUT_MS / 1000 + 10)) as { at: number | null }
  return at === null ? null : at - (before as number)
}

/**
 * The offset of the clock inside the container from the host's clock. It uses the exchange whose two outer readings are
 * closest together (Cristian's method). The error is at most half of the distance between these two readings.
 */
async function offsetOf(outside: Side, inside: Side): Promise<{ inside: number; error: number }> {
  let best = { inside: 0, error: Number.POSITIVE_INFINITY }
  for (let exchange = 0; exchange < CLOCK_EXCHANGES; exchange++) {
    const [first, middle, last] = [await now(outside), await now(inside), await now(outside)]
    const error = Math.ceil((last - first) / 2)
    if (error < best.error) best = { inside: Math.round(middle - (first + last) / 2), error }
  }
  return best
}

async function now(side: Side): Promise<number> {
  return (await side.ask('clock')).now as number
}

async function clockOf(talk: InteractiveProcess): Promise<unknown> {
  return JSON.parse(await talk.next(120)).clock
}

function sideOf(talk: InteractiveProcess): Side {
  return {
    talk,
    async ask(command) {
      talk.send(command)
      const answer = JSON.parse(await talk.next(30)) as Record<string, unknown>
      if (answer.step === 'error') throw new Error(`${answer.doing}: ${answer.message}`)
      return answer
    },
  }
}

/**
 * Returns a random token. All tokens have the same length, so that a reader never sees a mix of old and new content.
 */
function token(): string {
  return randomBytes(8).toString('hex')
}
