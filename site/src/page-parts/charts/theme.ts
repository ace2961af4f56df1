import { ownValue } from '@plimsoll/schema/browser'

/** The colours of charts that are drawn outside of pages: those of the light theme in `assets/style/base.css`. */
export const LIGHT: Theme = {
  paper: '#fcfcfa',
  ink: '#17262f',
  muted: '#55646d',
  rule: '#d9dedd',
  native: '#64747d',
  layer: '#12807f',
  volume: '#3a6ea8',
  'bind-volume': '#a87412',
  bind: '#c2401c',
  other: '#7a5aa0',
  slower: '#c2401c',
  faster: '#3a6ea8',
  'not-slower': '#12807f',
  inconclusive: '#a87412',
}

/** The colours of a theme, by the names of the page's CSS variables. */
export type Theme = Record<string, string>

/**
 * Returns a copy of a JSON value in which each CSS variable of the page is replaced by its colour: `var(--ink)` becomes
 * `#17262f`.
 */
export function inColors<T>(value: T, theme: Theme): T {
  return JSON.parse(inColorsOfText(JSON.stringify(value), theme)) as T
}

/** Returns a text in which each CSS variable of the page, as a whole text in double quotes, is replaced by its colour. */
export function inColorsOfText(text: string, theme: Theme): string {
  return text.replace(/(?<=")var\(--([a-z-]+)\)(?=")/g, (variable, name: string) => ownValue(theme, name) ?? variable)
}

/** The Vega configuration of every chart. Every colour is a CSS variable, so that a chart follows the page's theme. */
export const CONFIG = {
  aria: false,
  font: 'inherit',
  background: 'transparent',
  view: { stroke: null },
  axis: {
    domain: false,
    labelFlush: false,
    ticks: false,
    grid: true,
    gridColor: 'var(--rule)',
    labelColor: 'var(--muted)',
    labelFontSize: 12,
    labelPadding: 8,
    titleColor: 'var(--muted)',
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 8,
    titleAnchor: 'start',
  },
  text: { fontSize: 13, fill: 'var(--ink)' },
}
