import { type DocumentationHeading, searchHeadings } from '../src/docs/search-headings.ts'
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
    const headings = searchHeadings(await load(), query)
    if (input.value.trim() !== query) return
    status.textContent = query === '' ? '' : plural(headings.length, 'heading')
    found.innerHTML = renderStatic(<Headings headings={headings} />)
  } catch {
    loading = undefined
    status.textContent = 'The headings could not be loaded. Type again to retry.'
  }
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
