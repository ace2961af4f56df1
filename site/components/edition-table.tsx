import type { Flag } from '../src/editions/edition.ts'
import { formatSeconds } from '../src/editions/figures.ts'
import type { Figures, ResolvedRow } from '../src/editions/resolve.ts'
import { formatRatio } from '../src/page/text.ts'

interface Properties {
  title: string
  rows: ResolvedRow[]
  flags: Flag[]
}

/** The rows of an edition as its source lays them out; under a flagged row, what the source said at other times. */
export function EditionTable({ title, rows, flags }: Properties) {
  const platforms = [...Map.groupBy(rows, ({ os, platform }) => `${os} ${platform}`).values()]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" aria-label={title} tabIndex={0}>
      <table className="figures edition">
        <thead>
          <tr>
            <th scope="col" className="os">
              OS
            </th>
            <th scope="col" className="stick">
              Platform
            </th>
            <th scope="col">Test</th>
            <th scope="col" className="number">
              Average<small>seconds</small>
            </th>
            <th scope="col" className="number">
              Range<small>seconds</small>
            </th>
            <th scope="col" className="number">
              Ratio<small>to native</small>
            </th>
          </tr>
        </thead>
        {platforms.map((members) => (
          <tbody key={`${members[0]?.os} ${members[0]?.platform}`}>
            {members.map((row, index) => (
              <Row key={row.test} row={row} repeated={index > 0} flag={flags.find(({ code }) => code === row.flag)} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Row({ row, repeated, flag }: { row: ResolvedRow; repeated: boolean; flag: Flag | undefined }) {
  return (
    <>
      <tr data-row={row.scenario} data-flag={flag?.code}>
        <td className="os">{row.os}</td>
        <th scope="row" className={repeated ? 'stick repeated' : 'stick'}>
          {row.platform}
          <small className="os-below">{row.os}</small>
        </th>
        <td className="scenario">
          <i className={`key ${row.scenario}`} />
          {row.test}
          {flag !== undefined && (
            <a className="flag" href={`#flag-${flag.code}`}>
              {flag.title}
            </a>
          )}
        </td>
        <FigureCells figures={row.figures} />
      </tr>
      {row.earlier !== null && (
        <tr className="earlier">
          <td className="os" />
          <td className="stick" />
          <td>
            first version of the data (<time dateTime={row.earlier.date}>{row.earlier.date}</time>)
          </td>
          <FigureCells figures={row.earlier} />
        </tr>
      )}
      {row.misprinted !== null && (
        <tr className="earlier">
          <td className="os" />
          <td className="stick" />
          <td>as printed</td>
          <td className="number">{formatSeconds(row.misprinted.average)}</td>
          <td className="number">
            {row.misprinted.minimum !== null && formatSeconds(row.misprinted.minimum)}–
            {row.misprinted.maximum !== null && formatSeconds(row.misprinted.maximum)}
          </td>
          <td className="number">–</td>
        </tr>
      )}
    </>
  )
}

function FigureCells({ figures: { average, minimum, maximum, ratio } }: { figures: Figures }) {
  return (
    <>
      <td className="number strong">{formatSeconds(average)}</td>
      <td className="number">
        {minimum === maximum ? 'one run' : `${formatSeconds(minimum)}–${formatSeconds(maximum)}`}
      </td>
      <td className="number">{ratio === null ? '–' : formatRatio(ratio)}</td>
    </>
  )
}
