import type { RunDocument } from '@plimsoll/schema'
import { type Cited, citePlain } from '../cite/index.ts'
import { type Html, revealInvisible, trusted } from '../html.ts'

/** What search engines for data read of a run: a `Dataset` of schema.org as JSON-LD. It is data, and never run. */
export function renderDataset({ licence, startedAt, finishedAt, suite }: RunDocument, cited: Cited): Html {
  const { name, title, authors, hash, url, published, note } = cited
  const base = url ?? name
  const file = (extension: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `${base}.${extension}`,
  })
  return jsonLd({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: title,
    description: `Every sample of one execution of the suite ${suite.name}, version ${suite.version}, with what it was measured on. ${note}`,
    identifier: hash,
    ...(url === null ? {} : { url, '@id': url }),
    creator: authors.map((author) => ({ '@type': 'Person', name: author })),
    datePublished: published,
    temporalCoverage: `${startedAt}/${finishedAt}`,
    license: LICENCE.test(licence) ? `https://spdx.org/licenses/${licence}` : licence,
    measurementTechnique: 'Plimsoll',
    isAccessibleForFree: true,
    citation: citePlain(cited),
    distribution: [file('json', 'application/json'), file('csv', 'text/csv')],
  })
}

/** The form of an SPDX identifier. */
const LICENCE = /^[A-Za-z0-9.+-]+$/

function jsonLd(value: object): Html {
  // Nothing in it can end the element: what is markup is written as JSON may.
  const text = JSON.stringify(value).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
  return trusted(`<script type="application/ld+json">${revealInvisible(text)}</script>`)
}
