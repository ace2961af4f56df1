import { resolve } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addCheckFlags, type CheckFlags, requestedVariants } from './check-flags.ts'

type Flags = CheckFlags & { resume?: string }

/** Parses arguments as `plimsoll run` does. */
function parse(...args: string[]): Flags {
  let parsed: Flags | null = null
  const command = addCheckFlags(new Command('run').exitOverride().configureOutput({ writeErr: () => {} }))
    .option('--resume <file>')
    .action((flags) => {
      parsed = flags
    })
  command.parse(args, { from: 'user' })
  return parsed as unknown as Flags
}

const here = resolve('.')

test('a run without variants is a plain one', () => {
  expect(requestedVariants(parse())).toBeNull()
})

test('two folders, two engines, two images; omitted settings are the current ones', () => {
  expect(requestedVariants(parse('--base', '/a', '--head', '/b'))).toEqual({
    base: { directory: '/a', engine: null, image: null },
    head: { directory: '/b', engine: null, image: null },
  })
  expect(requestedVariants(parse('--variant', 'base=engine=docker', '--variant', 'head=engine=podman,dir=/b'))).toEqual(
    {
      base: { directory: here, engine: 'docker', image: null },
      head: { directory: '/b', engine: 'podman', image: null },
    },
  )
  expect(
    requestedVariants(parse('--base', '/a', '--variant', 'base=image=node:22', '--variant', 'head=image=node:24')),
  ).toEqual({
    base: { directory: '/a', engine: null, image: 'node:22' },
    head: { directory: here, engine: null, image: 'node:24' },
  })
})

test('without head, the current folder is compared with base', () => {
  expect(requestedVariants(parse('--base', '/a'))?.head).toEqual({
    directory: process.cwd(),
    engine: null,
    image: null,
  })
})

test('α and the threshold are shares, in percent or not', () => {
  expect(parse('--alpha', '5%', '--threshold', '0.1')).toMatchObject({ alpha: 0.05, threshold: 0.1 })
  expect(parse('--alpha', '0.5%').alpha).toBeCloseTo(0.005, 12)
})

test.each([
  [['--head', '/a'], 'A check needs two variants, and base is missing'],
  [['--variant', 'head=engine=docker'], 'A check needs two variants, and base is missing'],
  [['--base', '/a', '--head', '/b', '--variant', 'base=dir=/c'], 'The folder of base is given twice'],
  [['--alpha', '1%'], '--alpha needs a check'],
  [['--threshold', '10%'], '--threshold needs a check'],
  [['--fail-on', 'unreliable', 'slower'], '--fail-on slower needs a check'],
])('%j is refused with a sentence', (args, message) => {
  expect(() => requestedVariants(parse(...args))).toThrow(message)
})

test.each([
  [['--variant', 'base'], 'It takes base= or head='],
  [['--variant', 'left=engine=docker'], 'It takes base= or head='],
  [['--variant', 'base=colour=red'], 'It takes base= or head='],
  [['--variant', 'base=engine=a,engine=b'], 'It takes base= or head='],
  [['--variant', 'base=engine=a', '--variant', 'base=engine=b'], 'engine of base is given twice'],
  [['--alpha', '0'], 'It takes a share such as 5% or 0.05, above 0 and at most 50%'],
  [['--alpha', '60%'], 'at most 50%'],
  [['--threshold', '-5%'], 'It takes a share'],
  [['--threshold', '1e-2'], 'It takes a share'],
  [['--fail-on', 'faster'], 'Allowed choices are slower, inconclusive, unreliable'],
  [['--base', '/a', '--resume', 'journal'], "cannot be used with option '--resume"],
])('%j is no flag of a check', (args, message) => {
  expect(() => parse(...args)).toThrow(message)
})
