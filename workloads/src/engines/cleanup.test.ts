import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listLabelledObjects } from './cleanup.ts'
import { EngineCommand } from './engine-command.ts'

const IDS = Array.from({ length: 250 }, (_, n) => `id${n}`)

/**
 * An engine that lists and inspects containers as docker does. `inspect` prints known containers on standard output,
 * and an error for unknown ones.
 * @param listed the results of successive listings of the containers of runs; the last result repeats
 */
function engine(listed: string[][], known: string[]): { command: EngineCommand; inspects: () => number } {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const file = (name: string, ids: string[]) => {
    writeFileSync(join(directory, name), ids.map((id) => `${id}\n`).join(''))
    return join(directory, name)
  }
  listed.forEach((ids, n) => {
    file(`listed${n}`, ids)
  })
  file('known', known)
  file('inspects', [])
  file('listings', [])
  const program = file('engine', [])
  writeFileSync(
    program,
    `#!/bin/sh
cd ${directory}
case "$*" in
ps*label=plimsoll.run)
  n=$(wc -l <listings); echo >>listings
  [ -f listed$n ] || n=${listed.length - 1}
  cat listed$n ;;
'container inspect '*)
  echo >>inspects; shift 4; status=0
  known=" $(tr '\\n' ' ' <known)"
  for id; do
    case "$known" in
    *" $id "*) echo "$id of-$id by-$id" ;;
    *) echo "Error: No such container: $id" >&2; status=1 ;;
    esac
  done
  exit $status ;;
esac
`,
  )
  chmodSync(program, 0o755)
  const inspects = () => readFileSync(join(directory, 'inspects'), 'utf8').length
  return { command: new EngineCommand([program], 'Docker'), inspects }
}

test('objects of a killed run are inspected in batches', async () => {
  const { command, inspects } = engine([IDS], IDS)
  const things = await listLabelledObjects(command)
  expect(things).toEqual(IDS.map((id) => ({ kind: 'container', id, run: `of-${id}`, owner: `by-${id}` })))
  expect(inspects()).toBe(3)
})

test('an object that disappears before it is inspected is ignored', async () => {
  const { command } = engine([IDS, IDS.slice(1)], IDS.slice(1))
  expect((await listLabelledObjects(command)).map(({ id }) => id)).toEqual(IDS.slice(1))
})

test('an existing object that the engine cannot inspect is an error', async () => {
  const { command } = engine([IDS], IDS.slice(0, 120))
  await expect(listLabelledObjects(command)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('which run the container id120 belongs to: Error: No such container: id120'),
  })
})
