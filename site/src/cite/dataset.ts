import { type RunDocument, revealInvisible } from '@plimsoll/schema'
import { suiteVersionTitle } from '../page-parts/titles.ts'
import type { CitableEdition } from './citation-data.ts'
import { type CitationData, citePlain } from './citation-formats.ts'

/**
 * Returns the description of a run for dataset search engines: a schema.org `Dataset` as JSON-LD, without a `script`
 * element. Browsers never execute JSON-LD.
 */
export function runDataset({ licence, startedAt, finishedAt, suite }: RunDocument, data: CitationData): string {
  return jsonLd({
    ...common(data),
    description: `Every sample of one run (${suiteVersionTitle(suite)}), with its machine and engines. ${data.note}`,
    temporalCoverage: `${startedAt}/${finishedAt}`,
    license: LICENCE.test(licence) ? `https://spdx.org/licenses/${licence}` : licence,
    distribution: [file(data, 'json', 'application/json'), file(data, 'csv', 'text/csv')],
  })
}

/**
 * Returns the description of an edition as JSON-LD, without a `script` element.
 * @param runs the addresses of the edition's runs, if known
 */
export function editionDataset(
  { lede, citation }: CitableEdition & { lede: string },
  data: CitationData,
  runs: readonly string[],
): string {
  return jsonLd({
    ...common(data),
    description: `${lede} ${data.note}`.trim(),
    ...(citation?.url && { isBasedOn: citation.url }),
    ...(runs.length > 0 && { hasPart: runs.map((run) => ({ '@type': 'Dataset', '@id': run, url: run })) }),
    distribution: [file(data, 'json', 'application/json'), file(data, 'csv', 'text/csv')],
  })
}

function common(data: CitationData): object {
  const { title, authors, hash, url, published } = data
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: title,
    identifier: hash,
    ...(url === null ? {} : { url, '@id': url }),
    // A document does not say whether an author is a person or an organisation, so a creator has no type.
    ...(authors.length > 0 && { creator: authors.map((name) => ({ name })) }),
    ...(published === null ? {} : { datePublished: published }),
    measurementTechnique: 'Plimsoll',
    isAccessibleForFree: true,
    citation: citePlain(data),
  }
}

function file({ url, name }: CitationData, extension: string, encodingFormat: string): object {
  return { '@type': 'DataDownload', encodingFormat, contentUrl: `${url ?? name}.${extension}` }
}

/** The form of an SPDX identifier. */
const LICENCE = /^[A-Za-z0-9.+-]+$/

function jsonLd(value: object): string {
  // Escape markup with JSON escapes, so that no text can end the `script` element.
  const text = JSON.stringify(value).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
  return revealInvisible(text)
}
