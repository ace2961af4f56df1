import { ownValue } from '@plimsoll/schema'
import type { BindMounts } from '../editions/bind-mounts.ts'
import type { RowFigures } from '../editions/figures.ts'
import type { LoadedEdition } from '../editions/load-editions.ts'
import { type Erratum, listEditionErrata } from './errata.ts'

/** The rows of their edition whose values an erratum touches, by its code. Of other errata this is not recorded. */
const TOUCHES: Record<string, (row: RowFigures) => boolean> = {
  'replaced-rows': ({ earlier }) => earlier !== null,
  'native-three-seconds': ({ scenario, os, figures }) =>
    scenario === 'native' && os === 'macOS' && figures.values[0] === 3,
  'other-dependencies': ({ scenario }) => scenario === 'layer',
  'hybrid-range': () => false,
  'download-in-the-timer': () => true,
  'host-node-unknown': () => true,
  'fixed-order': () => true,
  'synchronized-shares': ({ flag }) => flag === 'copy-not-timed',
}

type Loaded = Pick<LoadedEdition, 'edition' | 'parts'>

/** An erratum of some figures of an edition. */
export interface TouchingErratum {
  code: string
  title: string
  /** The platforms of the figures that it touches; empty if it touches all of them. */
  platforms: string[]
}

/** The errata of figures that are shown: how many the edition has, and which of them touch these figures. */
export interface ShownErrata {
  /** The number of errata of the edition. */
  all: number
  touching: TouchingErratum[]
}

/**
 * Returns the errata that touch the values of single rows of an edition, as anchors on `/errata` by the anchor of the row.
 * Errata of every row, which say nothing of a single one, and those that the flag of the row names are left out.
 */
export function errataOfRows(errata: readonly Erratum[], { edition, parts }: Loaded): Record<string, string[]> {
  const rows = parts.flatMap((part) => part.rows)
  const single = recordedErrata(errata, edition.name).filter(({ touches }) => !rows.every(touches))
  return Object.fromEntries(
    rows.flatMap((row) => {
      const named = edition.flags.find(({ code }) => code === row.flag)?.erratum
      const codes = single.filter(({ code, touches }) => code !== named && touches(row)).map(({ code }) => code)
      return codes.length === 0 ? [] : [[row.anchor, codes]]
    }),
  )
}

/**
 * Returns the errata that touch some rows of an edition: their values, or those of the rows that their ratios are to.
 * @param anchors the anchors of the rows
 */
function errataTouching(
  errata: readonly Erratum[],
  { edition, parts }: Loaded,
  anchors: readonly string[],
): TouchingErratum[] {
  const shown = parts.flatMap((part, at) =>
    part.rows.flatMap((row, index) => {
      const reference = part.rows[edition.parts[at]?.rows[index]?.reference ?? -1]
      return anchors.includes(row.anchor) ? [{ row, sources: reference === undefined ? [row] : [row, reference] }] : []
    }),
  )
  return recordedErrata(errata, edition.name).flatMap(({ code, title, touches }) => {
    const touched = shown.filter(({ sources }) => sources.some(touches))
    const platforms = touched.length === shown.length ? [] : touched.map(({ row }) => row.platform)
    return touched.length === 0 ? [] : [{ code, title, platforms }]
  })
}

/** Returns the errata of an edition, and those that touch the bind mounts of its chart. */
export function shownErrata(
  errata: readonly Erratum[],
  loaded: Loaded,
  { part }: Pick<BindMounts, 'part'>,
): ShownErrata {
  const anchors = part.rows.map(({ anchor }) => anchor)
  return {
    all: listEditionErrata(errata, loaded.edition.name).length,
    touching: errataTouching(errata, loaded, anchors),
  }
}

/** The errata of an edition of which it is recorded what they touch. */
function recordedErrata(errata: readonly Erratum[], edition: string) {
  return errata.flatMap((erratum) => {
    const touches = ownValue(TOUCHES, erratum.code)
    return erratum.edition === edition && touches !== undefined ? [{ ...erratum, touches }] : []
  })
}
