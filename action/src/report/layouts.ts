import { judgeRun, type RunDocument } from '@plimsoll/schema'
import { caching2017 } from './caching-2017.ts'
import { checkLayout } from './check-layout.ts'
import { ramdisk2022 } from './ramdisk-2022.ts'
import type { Layout, Section } from './section.ts'
import { startup2026 } from './startup-2026.ts'
import { stepSections } from './steps.ts'
import { standard, vm2014 } from './vm-2014.ts'

/** A suite named after a source gets that source's tables; all other suites get the standard ones. */
const LAYOUTS = new Map<string, Layout>([
  ['caching-2017', caching2017],
  ['ramdisk-2022', ramdisk2022],
  ['startup-2026', startup2026],
  ['vm-2014', vm2014],
])

/** The tables of a run, followed by the table of steps; for a check only its verdicts. */
export function reportSections(document: RunDocument): Section[] {
  const layout = layoutOf(document)
  return [...layout.sections(document), ...(layout === checkLayout ? [] : stepSections(document))]
}

/** Names of the metrics that these tables leave out for some benchmark. */
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
