import type { Root } from '../components/site-frame.tsx'
import { renderStatic } from '../src/page/render-static.ts'
import type { SearchIndex } from '../src/search/search-index.ts'
import { readShortId, ShortIdMatches } from '../src/search/short-id.tsx'

// The page for a 404: for the address of a run, says what an id is, and lists the runs whose ids begin with the letters at
// the end of the address.

const section = document.getElementById('beginning') as HTMLElement
if (/\/runs\/[^/]+$/.test(location.pathname))
  section.innerHTML = renderStatic(<p>The address of a run ends with its id of 26 letters and digits.</p>)
const letters = readShortId(location.pathname)
if (letters !== null) void list(letters)

async function list(letters: string): Promise<void> {
  const root = (section.dataset.root ?? '/') as Root
  const answer = await fetch(`${root}data/search.json`)
  if (!answer.ok) return
  const { runs } = (await answer.json()) as SearchIndex
  const found = runs.filter(({ id }) => id.startsWith(letters))
  section.innerHTML = renderStatic(<ShortIdMatches letters={letters} runs={found} root={root} />)
}
