import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from './contrast-testing.ts'

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
