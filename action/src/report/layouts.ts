import { judgeRun, type RunDocument } from '@plimsoll/schema'
import { caching2017 } from './caching-2017.ts'
import { checkLayout } from './check-layout.ts'
import { ramdisk2022 } from './ramdisk-2022.ts'
import type { Layout, Section } from './section.ts'
import { startup2026 } from './startup-2026.ts'
import { stepSections } from './steps.ts'
import { standard, vm2014 } from './vm-2014.ts'

/** The tables for each suite that is named after a publication. All other suites get the standard tables. */
const LAYOUTS = new Map<string, Layout>([
  ['caching-2017', caching2017],
  ['ramdisk-2022', ramdisk2022],
  ['startup-2026', startup2026],
  ['vm-2014', vm2014],
])

/** The tables of a run, followed by the table of steps. For a check, only the table of its verdicts. */
export function reportSections(document: RunDocument): Section[] {
  const layout = layoutOf(document)
  return [...layout.sections(document), ...(layout === checkLayout ? [] : stepSections(document))]
}

/** The names of the metrics that the tables of a run leave out for some benchmark. */
export function otherMetrics(document: RunDocument): string[] {
  const { shows } = layoutOf(document)
  const others = document.benchmarks.flatMap((benchmark) =>
    benchmark.metrics.filter((metric) => !shows(benchmark, metric)),
  )
  return [...new Set(others.map(({ name }) => name))]
}

function layoutOf(document: RunDocument): Layout {
  if (judgeRun(document) !== null) return checkLayout
  return LAYOUTS.get(document.suite.name) ?? standard
}
