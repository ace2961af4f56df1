import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Benchmark, identify, type RunDocument, readRun, summarizeRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { SOURCE } from '../page-parts/source.ts'
import type { Statement } from '../store/statements.ts'
import { biasedRun, exampleRun, resolvedRun, TEMPLATE } from '../testing.ts'
import { analyze } from './analysis.ts'
import { describeUndrawn } from './chart-list.ts'
import { renderRun } from './testing.ts'

const SUBMITTED: Statement[] = [{ kind: 'submitted', at: '2026-01-01T00:00:00.000Z' }]

test('the same document, statements and template give the same page', () => {
  expect(render(exampleRun())).toBe(render(exampleRun()))
})

test('the page names the run, its provenance level, its full hash and the analysis, and links to the document', () => {
  const page = render(exampleRun())
  const { hash, id } = identify(exampleRun())
  expect(page).toContain('<title>quick on Debian GNU/Linux 13, Example CPU · Plimsoll</title>')
  expect(page).toContain('<li class="badge">self-reported</li>')
  expect(page).toContain(`<code>${hash}</code>`)
  expect(page).toContain(`href="${id}.json"`)
  expect(page).toContain('computed with analysis version 5.')
  const cited = `example/project: quick, version 1, on Debian GNU/Linux 13, 2025-03-01. Plimsoll run ${id}, ${hash}.`
  expect(page).toContain(`<p class="cite" data-copy="the citation">${cited} Figures by analysis version 5.</p>`)
})

test('every benchmark has a row with n, median, min–max and ratio; a control has none', () => {
  const page = render(resolvedRun())
  const rows = sectionOf(page, 'results').match(/<tr class="[a-z-]+" role="row"><th scope="row" /g)
  expect(rows).toHaveLength(exampleRun().benchmarks.length + otherMetricRows())
  const text = rowOf(page, 'bind').replaceAll(/<[^>]+>/g, ' ')
  expect(text).toMatch(/Docker Engine\s+bind\s+8\s+3\.49 s\s+3\.42–3\.64 s\s+1\.17×\s+1\.15–1\.17×/)
})

test('a ratio without enough rounds is words and the reason, without digits', () => {
  const page = render(exampleRun())
  const row = rowOf(page, 'bind')
  expect(row).toContain('<span class="status" title="A ratio needs 6 rounds that both benchmarks have; there are 3.">')
  expect(row).toContain('>too few rounds</span>')
  expect(row).not.toMatch(/\d×/)
  expect(page).toContain('Too few rounds: A ratio needs 6 rounds that both benchmarks have; there are 3.')
  expect(rowOf(render(resolvedRun()), 'bind')).toMatch(
    /^<tr class="bind" .*<svg aria-hidden="true"><rect width="99\.9%">/,
  )
})

test('workloads with different numbers of rounds, all too few, are named in one sentence', () => {
  const page = render(
    exampleRun((run) => {
      const others = run.benchmarks
        .filter(({ workload }) => workload === 'npm-ci')
        .map((benchmark) => ({ ...structuredClone(benchmark), params: { size: 'cra' } }))
      for (const { samples } of others) samples.splice(0, samples.length, ...samples.filter(({ round }) => round < 2))
      run.benchmarks.push(...others)
    }),
  )
  expect(page.match(/Too few rounds: [^<]+/g)).toEqual([
    'Too few rounds: A ratio needs 6 rounds that both benchmarks have, but there are fewer: 1 for npm-ci cra; 3 for npm-ci small, sequential-write 256 MiB.',
  ])
})

test('the ratios of a rate say once per workload which are better, and those of times do not', () => {
  const heads = [...render(resolvedRun()).matchAll(/scope="rowgroup" role="rowheader">(.*?)<\/th>/g)].map(
    ([, head]) => head,
  )
  expect(heads.filter((head) => head?.includes('below 1×'))).toEqual([
    '<span>sequential-write 256 MiB: bytes</span> <small>higher is better: below 1× is slower</small>',
  ])
})

test('a ratio whose interval has 1 inside and is wide is a range, drawn around 1', () => {
  const page = render(
    resolvedRun((run) => {
      const bind = run.benchmarks.find(({ scenario }) => scenario === 'bind')
      for (const [index, { values }] of (bind?.samples ?? []).entries()) values.duration = index % 2 ? 1e9 : 9e9
    }),
  )
  expect(rowOf(page, 'bind')).toMatch(/>0\.\d+–\d\.\d+×<small>range<\/small><svg class="range"/)
})

test('a median of 0 has no ratio, and the page says why', () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-internals-guide-2026-macos-docker-desktop.json')
  const page = render(JSON.parse(readFileSync(file, 'utf8')) as RunDocument)
  const [row] = /<tr class="[a-z-]+" role="row"><th(?:(?!<\/tr>).)*>0 ns<(?:(?!<\/tr>).)*/s.exec(page) ?? []
  expect(row).toMatch(/<td [^>]*><span><span class="status" title="A median of 0 has no ratio: [^"]+">none</)
  expect(page).toContain('<p class="fine">A median of 0 has no ratio: the clock cannot tell the time from 0.</p>')
})

test('a median of samples in two groups names both, calls none outlying, and the page says what that means', () => {
  const page = render(
    resolvedRun((run) => {
      const bind = run.benchmarks.find(({ scenario }) => scenario === 'bind')
      for (const [index, { values }] of (bind?.samples ?? []).entries())
        values.duration = index % 3 ? 1e9 + index * 1e5 : 9e9
    }),
  )
  expect(rowOf(page, 'bind')).toContain('<small>in two groups: 1.00 s and 9.00 s</small>')
  expect(rowOf(page, 'bind')).not.toContain('outlying')
  expect(page.match(/In two groups: the samples lie around two values, far apart/g)).toHaveLength(1)
  expect(render(resolvedRun())).not.toMatch(/two groups/i)
})

test('a run of chosen workloads has their names as its title, and no division, which is a suite’s', () => {
  const page = render(
    exampleRun((run) => {
      run.suite.name = 'selection'
    }),
  )
  expect(page).toContain('<h1>npm-ci, sequential-write, ioping on Debian GNU/Linux 13, Example CPU</h1>')
  expect(page).not.toContain('standard division')
  expect(page).toContain('<li class="badge">chosen workloads, no suite</li>')
  expect(page).toContain('<dt>Suite</dt><dd>none: the workloads were named for this run</dd>')
  expect(/suite selection/i.test(page)).toBe(false)
  expect(render(exampleRun())).toContain('<li class="badge">suite quick, version 1</li>')
})

test.each([
  ['2025-03-01T10:01:00Z', '<dt>Measured</dt><dd>from 2025-03-01 10:00 UTC to 2025-03-01 10:01 UTC</dd>'],
  ['2025-03-01T10:00:00Z', '<dt>Measured</dt><dd>on 2025-03-01 10:00 UTC</dd>'],
])('the time of a run that ended at %s is a range or a time', (finishedAt, fact) => {
  expect(render(exampleRun((run) => Object.assign(run, { finishedAt })))).toContain(fact)
})

test('a page says how far each workload was checked against itself', () => {
  const section = sectionOf(render(resolvedRun()), 'controls')
  expect(section).toMatch(
    /npm-ci small<\/th><td [^>]*>native twice<\/td><td class="number" data-label="Rounds" role="cell">8</,
  )
  expect(section).toMatch(/1\.00×<small>1\.00–1\.00×<.*equal things agree within 0\.5%</s)
  expect(section).toMatch(/sequential-write.*unchecked/s)
  expect(section).toContain('Nothing checks layer')
  expect(sectionOf(render(exampleRun()), 'controls')).toContain('its ratios are unchecked')
})

test('the ratios of a workload with a biased control pair are withheld, with the reason and the remedy', () => {
  const page = render(biasedRun([0]))
  expect(rowOf(page, 'bind')).toContain('>withheld</span>')
  expect(sectionOf(page, 'controls')).toContain(
    'ratios withheld. Measured twice, the same benchmark differed by a factor of 1.20–1.21. Run it again on a quiet machine',
  )
  expect(page).not.toContain('This run is unreliable')
  expect(page).toMatch(/<\/i>volume<(?:(?!<\/tr>).)*1\.34×/s)
})

test('an unreliable run says so above its title, with the remedy, and shows no ratio', () => {
  const page = render(biasedRun([0, 4]))
  const notice = page.indexOf('This run is unreliable: equal things were not measured as equal in 2 workloads')
  expect(notice).toBeGreaterThan(0)
  expect(notice).toBeLessThan(page.indexOf('<h1>'))
  expect(page).toContain('It shows no ratios. Run it again on a quiet machine')
  expect(page).toContain('<li class="badge warn">unreliable</li>')
  expect(sectionOf(page, 'results')).not.toMatch(/\d×/)
})

test('a page says where the work was written, how its processes ran, and how its rounds were set', () => {
  const page = render(
    resolvedRun((run) => {
      run.design.roundsRule = { after: 6, halfWidth: 0.09, longest: 240 }
      run.storage = [
        {
          engine: 'docker',
          location: 'volume',
          filesystem: 'ext4',
          journal: false,
          commitInterval: null,
          discard: true,
          sameDeviceAsHost: null,
          sinceRemoval: 70,
          rested: 65,
        },
      ]
      run.environments = [
        {
          engine: null,
          libc: 'musl',
          cpus: 2,
          cpuLimit: null,
          memoryLimit: 2 ** 30,
          seccomp: true,
          firstTouch: 'unhandled',
        },
      ]
    }),
  )
  const text = sectionOf(page, 'environment').replaceAll(/<[^>]+>/g, ' ')
  expect(text).toMatch(/Docker Engine\s+named volumes\s+ext4\s+no\s+yes\s+unknown\s+70 s\s+65 s/)
  expect(text).toMatch(/host\s+musl\s+2\s+none known\s+1,024 MiB\s+yes\s+no/)
  expect(sectionOf(page, 'design')).toContain('the first 6 rounds of each workload, for ratios within ±9%')
  expect(render(exampleRun())).not.toContain('Where it ran')
})

test('failed and unsupported benchmarks have a reason', () => {
  const page = render(exampleRun())
  expect(page).toContain('<strong>failed</strong> 1 of 3 samples failed: exit code 1 instead of 0')
  expect(page).toContain('<strong>unsupported</strong> the directory is not shared with this engine')
  expect(page).toContain('1 of 8 benchmarks failed')
})

test('warnings and notes are above the figures', () => {
  const page = render(
    exampleRun((run) => {
      run.status = 'partial'
    }),
  )
  const warning = page.indexOf('The run is partial')
  expect(warning).toBeGreaterThan(0)
  expect(warning).toBeLessThan(page.indexOf('<figure'))
  expect(page.indexOf('Every figure in this document is invented')).toBeLessThan(page.indexOf('<figure'))
})

test('a run with the note "generated" says in its head that no machine measured it', () => {
  const [sentence, badge] = ['No machine measured its figures.', '<li class="badge warn">generated</li>']
  const generated = render(
    exampleRun((run) => {
      run.notes = [{ code: 'generated', text: 'Run 1 of an invented registry.' }]
    }),
  )
  for (const part of [sentence, badge]) expect(generated.indexOf(part)).toBeGreaterThan(0)
  expect(generated.indexOf(sentence)).toBeLessThan(generated.indexOf('</header><div class="notices"'))
  for (const part of [sentence, badge]) expect(render(exampleRun())).not.toContain(part)
  expect(generated).toMatch(/<h1>[^<]* \(generated, not measured\)<\/h1>/)
  // The level says nothing about figures that a program made up.
  expect(render(exampleRun())).toContain('self-reported')
  expect(generated).not.toContain('self-reported')
})

test('the head links to the environment', () => {
  const page = render(exampleRun())
  expect(page).toContain('<a href="#environment">Environment</a>')
  expect(page).toContain('<h2 id="environment">')
})

test('each panel has one chart with a text alternative, and so do the steps', () => {
  const page = render(resolvedRun())
  expect(page.match(/<figure class="chart"/g)).toHaveLength(4)
  expect(page.match(/<svg role="img"/g)).toHaveLength(4)
  expect(page).toMatch(
    /<desc id="p1-desc">\d+ samples of \d benchmarks\. Lowest median: 3\.00 s, native on host\. Highest: /,
  )
})

test('the dot of a sample with a list of values is at their median, as in the figures', () => {
  const listed = exampleRun((run) => {
    for (const { samples, metrics } of run.benchmarks) {
      const { name = '' } = metrics.find(({ primary }) => primary) ?? {}
      for (const { values } of samples) if (values[name] !== undefined) values[name] = [1e9, 2e9, 4e9, 9e9]
    }
  })
  const dots = analyze(listed).main?.chart.data.samples ?? []
  expect(new Set(dots.map(({ x }) => x))).toEqual(new Set([3]))
})

test('a transcribed run shows its source', () => {
  const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2022-macos.json')
  const page = renderRun(readRun(readFileSync(file)).document, [], TEMPLATE)
  expect(page).toContain('<li class="badge">transcribed</li>')
  expect(page).toContain('Paolo Mainardi, “Docker on MacOS is slow and how to fix it”, 2022-12-04.')
  expect(page).toContain('href="https://www.paolomainardi.com/posts/docker-performance-macos/"')
})

test('no text of a document becomes markup', () => {
  const page = render(hostileRun())
  expect(page).not.toContain('<img')
  for (const forbidden of ['<script>', '<script src', 'onerror=x>', '\u202e', '\u0000'])
    expect(page).not.toContain(forbidden)
  expect(page.match(/&lt;img src=x onerror=x&gt;/g)?.length).toBeGreaterThan(15)
})

test('the page needs no script and loads nothing from other origins', () => {
  const page = render(exampleRun())
  expect(page).not.toMatch(/<script(?! type="application\/ld\+json">)|javascript:| on\w+="| style="/)
  const loaded = [...page.matchAll(/<(?!a )[^>]* (?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? '')
  expect(loaded.filter((address) => !/^(#|\.\.\/assets\/)/.test(address))).toEqual([])
  const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address ?? '')
  const elsewhere = links.filter((address) => !/^(#|\.\.\/|[a-z2-7]{26}\.[a-z.]+$|data:text\/plain;)/.test(address))
  expect(elsewhere.filter((address) => address !== SOURCE)).toEqual([])
})

test('the page of a run with thousands of benchmarks stays small', () => {
  const run = exampleRun()
  const [benchmark] = run.benchmarks
  run.benchmarks = Array.from({ length: 3000 }, (_, index) => ({
    ...structuredClone(benchmark as never as RunDocument['benchmarks'][0]),
    params: { index },
  }))
  const page = render(run)
  expect(page.length).toBeLessThan(1_500_000)
  expect(page).toMatch(/The first 500 of 3000 benchmarks are shown\. The <a href="[a-z2-7]{26}\.csv">CSV file<\/a>/)
  expect(page).toMatch(
    /Only the first 24 workloads have a chart, so that the page stays small\. No chart: [^.<]* more\./,
  )
})

test('a page names the workloads without a chart, why they have none, and where their figures are', () => {
  const textOf = (run: RunDocument) => describeUndrawn(analyze(run).charts)
  expect(textOf(exampleRun())).toBe('')
  const run = exampleRun()
  const [first, ...others] = run.benchmarks as [Benchmark, ...Benchmark[]]
  const many = Array.from({ length: 26 }, (_, index) => ({ ...structuredClone(first), params: { index } }))
  run.benchmarks = [...many, ...others]
  const undrawn = textOf(run)
  expect(undrawn).toContain('so that the page stays small. No chart: npm-ci index=24, npm-ci index=25')
  expect(undrawn).not.toContain('index=23')
  expect(undrawn).toMatch(/The table below has the figures of every workload\.$/)
  const empty = exampleRun()
  for (const benchmark of empty.benchmarks) if (benchmark.workload === first.workload) benchmark.samples = []
  expect(textOf(empty)).toBe(
    'No chart without samples: npm-ci small. The table below has the figures of every workload.',
  )
  expect(render(empty)).toContain('<p class="fine">No chart without samples: npm-ci small.')
})

function render(document: RunDocument): string {
  return renderRun(document, SUBMITTED, TEMPLATE)
}

/** Returns the first row of the results with this scenario. */
function rowOf(page: string, scenario: string): string {
  return (
    new RegExp(`<tr class="[a-z-]+" role="row"><th(?:(?!</tr>).)*</i>${scenario}</span></td>.*?</tr>`, 's').exec(
      page,
    )?.[0] ?? ''
  )
}

function sectionOf(page: string, id: string): string {
  return new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(page)?.[0] ?? ''
}

function otherMetricRows(): number {
  const primaries = new Map(
    exampleRun().benchmarks.map((benchmark, index) => [index, benchmark.metrics.find(({ primary }) => primary)?.name]),
  )
  return summarizeRun(exampleRun()).filter(({ benchmark, metric }) => primaries.get(benchmark) !== metric).length
}

/** Returns the example run with an attack in every free text. The result need not be a valid document. */
function hostileRun(): RunDocument {
  const attack = '"><img src=x onerror=x>\u202e\u0000'
  return exampleRun((run) => {
    run.suite.name = attack
    run.deviations = [attack]
    run.notes = [{ code: attack, text: attack }]
    run.host.os.name = attack
    run.host.kernel = attack
    run.host.cpu.model = attack
    run.host.runner.label = attack
    run.harness.version = attack
    run.licence = attack
    run.images[0] = { ...(run.images[0] as (typeof run.images)[0]), name: attack }
    run.source = { repository: attack, commit: attack, ref: attack, pullRequest: null, workflowRun: null }
    run.origin = { kind: 'transcribed', citation: { title: attack, authors: [attack], published: attack, url: attack } }
    const [engine] = run.engines
    if (engine) Object.assign(engine, { product: attack, version: attack, requested: { vmType: attack } })
    for (const benchmark of run.benchmarks)
      Object.assign(benchmark, { workload: attack, scenario: attack, params: { [attack]: attack } })
    const unsupported = run.benchmarks.find(({ status }) => status === 'unsupported')
    if (unsupported) unsupported.reason = `${attack}\n${attack}`
  })
}

test('a run with benchmarks without a result is not called complete, as in lists, and a busy host is read with care', () => {
  const run = exampleRun((run) => {
    run.notes = [{ code: 'busy', text: 'The host was busy when the run began.' }]
  })
  const page = render(run)
  expect(page).toContain('<li class="badge warn">2 benchmarks without a result</li>')
  expect(page).not.toContain('<li class="badge">complete</li>')
  expect(page).toMatch(/<h2>Read with care<\/h2><ul>.*<li>The host was busy when the run began\.<\/li>/)
  for (const benchmark of run.benchmarks) benchmark.status = 'ok'
  expect(render(run)).toContain('<li class="badge">complete</li>')
})
