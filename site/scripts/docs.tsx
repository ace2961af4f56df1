import { correctQuery, type DocumentationHeading, searchHeadings } from '../src/docs/search-headings.ts'
import { renderStatic } from '../src/page/render-static.ts'
import { plural } from '../src/page/titles.ts'

// The search over the headings of the documentation.

const panel = document.getElementById('docs-search') as HTMLElement
const input = panel.querySelector('input') as HTMLInputElement
const found = document.getElementById('docs-found') as HTMLElement
const status = document.getElementById('docs-status') as HTMLElement

let loading: Promise<DocumentationHeading[]> | undefined

panel.hidden = false
input.addEventListener('input', () => void show())
// A browser restores the text of a page that the reader comes back to.
if (input.value !== '') void show()

async function show(): Promise<void> {
  const query = input.value.trim()
  try {
    const all = await load()
    if (input.value.trim() !== query) return
    const headings = searchHeadings(all, query)
    const meant = headings.length === 0 && query !== '' ? correctQuery(all, query) : null
    const shown = meant === null ? headings : searchHeadings(all, meant)
    status.textContent = query === '' ? '' : describeFound(headings.length, meant)
    found.innerHTML = renderStatic(<Headings headings={shown} />)
  } catch {
    loading = undefined
    status.textContent = 'The headings could not be loaded. Type again to retry.'
  }
}

/** @param meant the query whose headings are shown, if the reader's own has none */
function describeFound(count: number, meant: string | null): string {
  return meant === null ? plural(count, 'heading') : `No heading. Did you mean “${meant}”?`
}

function Headings({ headings }: { headings: DocumentationHeading[] }) {
  const folder = panel.dataset.folder ?? ''
  return headings.map(({ page, title, anchor, heading }) => (
    <li key={`${page}#${anchor}`}>
      <a href={`${folder}${page}${anchor === '' ? '' : `#${anchor}`}`}>{heading}</a>
      {anchor !== '' && <small> {title}</small>}
    </li>
  ))
}

function load(): Promise<DocumentationHeading[]> {
  loading ??= fetch(panel.dataset.index ?? '').then(async (answer) => {
    if (!answer.ok) throw new Error(`The headings could not be loaded (HTTP status ${answer.status}).`)
    return (await answer.json()) as DocumentationHeading[]
  })
  return loading
}
