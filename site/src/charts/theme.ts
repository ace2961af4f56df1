/** The colours of charts that are drawn outside of pages. They are the same as in `assets/style/base.css`. */
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

export const DARK: Theme = {
  paper: '#10191f',
  ink: '#e8eef1',
  muted: '#a3b1b9',
  rule: '#2b3a43',
  native: '#94a5af',
  layer: '#4cbdb8',
  volume: '#82b1ea',
  'bind-volume': '#dfae4c',
  bind: '#ff8a61',
  other: '#b99be0',
  slower: '#ff8a61',
  faster: '#82b1ea',
  'not-slower': '#4cbdb8',
  inconclusive: '#dfae4c',
}

/** The colours of a theme, by the names of the page's CSS variables. */
export type Theme = Record<string, string>

/**
 * Returns a copy of a JSON value in which each CSS variable of the page is replaced by its colour: `var(--ink)` becomes
 * `#17262f`.
 */
export function inColors<T>(value: T, theme: Theme): T {
  const colored = (_: string, part: unknown) => {
    const [, name = ''] = typeof part === 'string' ? (/^var\(--([a-z-]+)\)$/.exec(part) ?? []) : []
    return theme[name] ?? part
  }
  return JSON.parse(JSON.stringify(value), colored) as T
}

/**
 * Returns a style that sets the page's CSS variables to the theme's colours, light or dark by the reader's preference.
 */
export function themeStyle(): string {
  const rule = (theme: Theme) =>
    `:root{${Object.entries(theme)
      .map(([name, color]) => `--${name}:${color}`)
      .join(';')}}`
  return `${rule(LIGHT)}@media (prefers-color-scheme:dark){${rule(DARK)}}`
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
