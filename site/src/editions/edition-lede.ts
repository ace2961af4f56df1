import { formatRatio } from '@plimsoll/schema'
import { explainRatios } from '../page-parts/native-ratio.ts'
import { type BindMounts, findBindMounts, nameCommand } from './bind-mounts.ts'
import type { Edition } from './edition.ts'
import type { PartFigures, RowFigures } from './figures.ts'

/** The result of an edition as pages show it. */
export interface EditionLede {
  /** The result in a sentence or two. */
  text: string
  /** The text that was frozen with the edition, if pages show a shorter one; otherwise null. */
  frozen: string | null
}

/**
 * Returns the result of an edition. The frozen text of an edition of measured runs lists the ratio of every engine with
 * its interval. Pages show what these ratios have in common, and the list in the details.
 */
export function editionLede(loaded: { edition: Edition; parts: readonly PartFigures[] }): EditionLede {
  const { citation, lede } = loaded.edition
  const bindMounts = citation === null ? findBindMounts(loaded, () => true) : null
  return bindMounts === null ? { text: lede, frozen: null } : { text: describeFinding(bindMounts), frozen: lede }
}

/** Returns what bind mounts of measured runs show: the range of their ratios, and what these come from. */
export function describeFinding({ part: { rows }, machine }: BindMounts): string {
  const ratios = rows.map(({ figures }) => figures.ratio as number)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatRatio(ratio))
  const range = least === most ? least : `${least} to ${most}`
  const runs = new Set(rows.map(({ figures }) => figures.measuredRatio?.runs ?? 1))
  const [each] = runs.size === 1 ? runs : []
  const repeated = each === undefined || each === 1 ? '' : `, in ${each} runs with each`
  const commands = [...new Set(rows.map(nameCommand))].join(', ')
  const measured = `On one ${rows[0]?.os} machine (${machine}), ${commands} on a bind mount took ${range} the time without a container (native), with ${rows.length} engines${repeated}.`
  const expected = rows.every(isEngineOfHost)
    ? ' On Linux, a bind mount is a directory of the host, so about 1× is expected.'
    : ''
  const explanation = explainRatios(
    rows.map(({ figures }) => ({
      ratio: figures.ratio as number,
      interval: figures.measuredRatio?.interval ?? null,
    })),
    { better: 'lower', unit: 'ns' },
  )
  return [`${measured}${expected}`, explanation].filter(Boolean).join(' ')
}

/** Whether containers run on the host's own kernel: on Linux, unless the engine has a virtual machine. */
function isEngineOfHost({ os, platform }: RowFigures): boolean {
  return os === 'Linux' && /^(Docker Engine|Podman) /.test(platform)
}
