import { ownValue } from '@plimsoll/schema/browser'
import type { FilterChoices } from '../src/search/filters.ts'

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
