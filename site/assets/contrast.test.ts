import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

// WCAG 2.2 AA: 4.5:1 for text, 3:1 for what a chart is made of.

const STYLE = readFileSync(path.join(import.meta.dirname, 'style', 'base.css'), 'utf8')
const [light = '', dark = ''] = STYLE.split('@media (prefers-color-scheme: dark)')
const THEMES = { light: colors(light), dark: { ...colors(light), ...colors(dark) } }

const TEXT = [
  ['ink', 'paper'],
  ['ink', 'panel'],
  ['muted', 'paper'],
  ['muted', 'panel'],
  ['link', 'paper'],
  ['link', 'panel'],
  ['link', 'warn-paper'],
  ['ink', 'warn-paper'],
  ['warn-ink', 'warn-paper'],
  ['bind', 'paper'],
  ['native', 'paper'],
] as const
const SCENARIOS = ['native', 'layer', 'volume', 'bind-volume', 'bind', 'other']
const VERDICTS = ['slower', 'faster', 'not-slower', 'inconclusive']
const GRAPHICS = [...SCENARIOS, ...VERDICTS, 'load-line']

describe.each(Object.entries(THEMES))('in the %s theme', (_, theme) => {
  test.each(TEXT)('%s on %s can be read', (text, background) => {
    expect(contrast(theme[text], theme[background])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(GRAPHICS)('%s can be seen on the paper', (color) => {
    expect(contrast(theme[color], theme.paper)).toBeGreaterThanOrEqual(3)
  })
})

function colors(style: string): Record<string, string> {
  return Object.fromEntries(
    [...style.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  )
}

/** WCAG 2.2, "contrast ratio". */
function contrast(a = '', b = ''): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
