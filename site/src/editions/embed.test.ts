import path from 'node:path'
import { expect, test } from 'vitest'
import { embedCode } from './embed.ts'
import { readEditions } from './read-editions.ts'

const edition = readEditions(path.join(import.meta.dirname, '..', '..', 'shipped-editions')).find(
  ({ name }) => name === 'mac-2025',
)

function embed(baseUrl: string | null): string {
  if (edition === undefined) throw new Error('no edition mac-2025')
  return embedCode({ edition, part: 'results-bind', description: 'Bars', baseUrl })
}

test('with a base URL, every address is complete and begins with it', () => {
  const addresses = [...embed('https://registry.example/plimsoll/').matchAll(/(?:href|src|srcset)="([^"]*)"/g)]
  expect(addresses.map(([, address]) => address)).toEqual([
    'https://registry.example/plimsoll/editions/mac-2025#results-bind',
    'https://registry.example/plimsoll/editions/mac-2025.results-bind.narrow.svg',
    'https://registry.example/plimsoll/editions/mac-2025.results-bind.svg',
    'https://www.paolomainardi.com/posts/docker-performance-macos-2025/',
    'https://registry.example/plimsoll/editions/mac-2025#results-bind',
  ])
})

test('the caption names and links the source, and says that its data were replaced; it does not repeat the picture', () => {
  const [, caption] = /<figcaption>(.*)<\/figcaption>/.exec(embed(null)) ?? []
  expect(caption).toBe(
    'Measured by Paolo Mainardi: <a href="https://www.paolomainardi.com/posts/docker-performance-macos-2025/">Docker on MacOS is still slow?</a>, article published 2025-01-04, data file replaced 2025-02-28. Chart: <a href="editions/mac-2025#results-bind">Plimsoll edition mac-2025</a>.',
  )
})
