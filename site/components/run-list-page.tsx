import { ownValue } from '@plimsoll/schema/browser'
import type { FilterChoices } from '../src/search/filters.ts'
import type { RunListPageData } from '../src/search/load-run-list.ts'
import { Layout } from './layout.tsx'
import { RunList } from './run-list.tsx'
import type { Root } from './site-frame.tsx'

/**
 * One page of the list of all runs. The newest runs are on `/runs`, older ones on `/runs/page/<number>`. A page of older
 * runs is kept from build to build, so it says nothing that changes with each new run.
 */
export function RunListPage({ runs, runCount, page, olderPageCount, choices }: RunListPageData) {
  const root: Root = page === null ? '' : '../../'
  const [from, to] = [runs.at(-1), runs[0]].map((run) => run?.startedAt.slice(0, 10))
  const title = page === null ? 'Runs' : `Runs from ${from} to ${to}`
  return (
    <Layout title={title} description="Every run of this registry, newest first." root={root} scripts={['filter']}>
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lede">
          {page === null
            ? `Every run of this registry, ${runCount === 1 ? 'one' : runCount.toLocaleString('en')} in all, newest first.`
            : `Older runs of this registry, newest first.`}{' '}
          <a href={`${root}compare`}>Compare two runs</a>
        </p>
      </header>
      <RunFilters choices={choices} index={`${root}data/search.json`} />
      <noscript>
        <p>
          Scripts are off, so this list shows all runs, page by page, even if its address asks for some. Use the search
          of your browser, the pages of <a href={`${root}engines`}>engines</a> and{' '}
          <a href={`${root}workloads`}>workloads</a>, or <a href={`${root}data`}>all runs as CSV</a>. To compare two
          runs, download the documents from their pages: <code>plimsoll compare A.json B.json</code>.
        </p>
      </noscript>
      <div className="matches" id="matches" data-root={root} hidden />
      <div className="all" id="all">
        <RunList runs={runs} root={root} />
        <Paging root={root} page={page} olderPageCount={olderPageCount} />
      </div>
    </Layout>
  )
}

function Paging({ root, page, olderPageCount }: Pick<RunListPageData, 'page' | 'olderPageCount'> & { root: Root }) {
  if (olderPageCount === 0) return null
  const older = page === null ? olderPageCount : page - 1
  const address = (number: number) => (number > olderPageCount ? `${root}runs` : `${root}runs/page/${number}`)
  return (
    <nav className="paging" aria-label="Pages of runs">
      {page !== null && (
        <a rel="prev" href={address(page + 1)}>
          Newer runs
        </a>
      )}
      {older > 0 && (
        <a rel="next" href={address(older)}>
          Older runs
        </a>
      )}
      {older > 0 && <a href={address(1)}>Oldest runs</a>}
    </nav>
  )
}

const TITLES: Record<keyof FilterChoices, string> = {
  kind: 'Run or check',
  engine: 'Engine',
  workload: 'Workload',
  os: 'System',
  suite: 'Suite',
  provenanceLevel: 'Provenance',
  origin: 'Origin',
}

const VALUE_TITLES: Record<string, string> = { linux: 'Linux', macos: 'macOS' }

/**
 * Search and filters for a list of runs. They are hidden until the script that they need runs. The script opens the
 * filters if the screen has room for them.
 * @param index address of the search index
 */
export function RunFilters({ choices, index }: { choices: FilterChoices; index: string }) {
  return (
    <search className="filters" id="filters" data-index={index} hidden>
      <label className="query">
        Search
        <input type="search" name="q" placeholder="engine, processor, project, id" autoComplete="off" />
      </label>
      <details id="selects">
        <summary>Filters</summary>
        <div className="selects">
          {Object.entries(choices).map(([name, values]) => (
            <label key={name}>
              {TITLES[name as keyof FilterChoices]}
              <select name={name}>
                <option value="">any</option>
                {values.map((value) => (
                  <option key={value} value={value}>
                    {ownValue(VALUE_TITLES, value) ?? value}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      </details>
      <button type="button" id="clear" hidden>
        Clear
      </button>
      <p className="found" id="found" role="status" />
    </search>
  )
}
