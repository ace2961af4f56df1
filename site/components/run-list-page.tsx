import type { RunListPageData } from '../src/search/load-run-list.ts'
import { FoldedRunList } from './folded-run-list.tsx'
import { Layout } from './layout.tsx'
import { RunFilters } from './run-filters.tsx'
import type { Root } from './site-frame.tsx'

/** One page of the list of all runs. The first page is `/runs`, every other page `/runs/page/<number>`. */
export function RunListPage({ stylesheet, script, runs, runCount, page, pageCount, choices }: RunListPageData) {
  const root: Root = page === 1 ? '' : '../../'
  const title = page === 1 ? 'Runs' : `Runs, page ${page}`
  return (
    <Layout
      title={`${title} · Plimsoll`}
      description="Every run of this registry, newest first."
      root={root}
      stylesheet={stylesheet}
      scripts={[script]}
    >
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lede">
          Every run of this registry, {runCount === 1 ? 'one' : runCount.toLocaleString('en')} in all, newest first.
          Choose one as A and one as B to compare them.
        </p>
      </header>
      <RunFilters choices={choices} index={`${root}data/search.json`} />
      <noscript>
        <p>
          Scripts are off, and a script compares the runs. Without it, “Compare A and B” leads to links to both runs if
          a server runs this registry; in a site of files only, open both runs in this list.
        </p>
      </noscript>
      <form className="choose-two" id="choose-two" action={`${root}compare`}>
        <div className="matches" id="matches" data-root={root} hidden />
        <div className="all" id="all">
          <FoldedRunList runs={runs} root={root} />
          {pageCount > 1 && <Paging root={root} page={page} pageCount={pageCount} />}
        </div>
        <p className="chosen-two">
          <span id="chosen">Compare one run (A) with another (B).</span>{' '}
          <button type="submit" id="compare">
            Compare A and B
          </button>
        </p>
      </form>
    </Layout>
  )
}

function Paging({ root, page, pageCount }: { root: Root; page: number; pageCount: number }) {
  const address = (number: number) => (number === 1 ? `${root}runs` : `${root}runs/page/${number}`)
  return (
    <nav className="paging" aria-label="Pages of runs">
      {page > 1 && (
        <a rel="prev" href={address(page - 1)}>
          Newer runs
        </a>
      )}
      <span>
        Page {page} of {pageCount}
      </span>
      {page < pageCount && (
        <a rel="next" href={address(page + 1)}>
          Older runs
        </a>
      )}
      {page < pageCount && <a href={address(pageCount)}>Oldest runs</a>}
    </nav>
  )
}
