import path from 'node:path'
import { counted } from '@plimsoll/schema'
import type { GetStaticProps } from 'next'
import { DataTable } from '../../components/data-table.tsx'
import { Layout } from '../../components/layout.tsx'
import { TrustedHtml } from '../../components/trusted-html.tsx'
import { trusted } from '../html.ts'
import {
  countNullPairs,
  type KnownTruth,
  type NullPairs,
  readKnownTruth,
  readMethod,
  type Share,
} from '../method/read-method.ts'
import { buildReader } from '../page-parts/build-reader.ts'

interface Properties {
  texts: ReturnType<typeof readMethod>
  truth: KnownTruth
  nullPairs: NullPairs
}

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const repository = path.join(process.cwd(), '..')
  return {
    props: {
      texts: readMethod(repository),
      truth: readKnownTruth(repository),
      nullPairs: await countNullPairs(buildReader()),
    },
  }
}

export default function MethodPage({ texts, truth, nullPairs }: Properties) {
  return (
    <Layout
      title="Method"
      description="How Plimsoll measures, how it derives verdicts from samples, and how often these verdicts are wrong."
      root=""
    >
      <header className="page-head">
        <h1>Method</h1>
        <p className="lede">
          This page explains how Plimsoll measures a run, and how it derives verdicts from the samples of a check, which
          compares two variants in one run. It states how often verdicts are wrong and gives the commands that reproduce
          these error rates.
        </p>
        <ul className="contents">
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </header>
      {SECTIONS.map(([id, title]) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {id !== 'wild' && <TrustedHtml as="div" className="prose" html={trusted(texts[id])} />}
          {id === 'measuring' && <Estimates />}
          {id === 'truth' && (
            <Shares
              shares={truth.shares}
              caption={`${truth.checks} checks with ${truth.engine}, seed ${truth.seed}; all outcomes are included.`}
            />
          )}
          {id === 'wild' && <NullPairsOfRegistry {...nullPairs} />}
        </section>
      ))}
    </Layout>
  )
}

function Estimates() {
  return (
    <p>
      All figures on the pages of this registry are computed from the samples in the run documents. Medians have
      intervals from order statistics. Ratios are estimated from the rounds that both benchmarks have (Hodges–Lehmann),
      with exact signed-rank intervals. Intervals are 95% unless a page gives another level. Each page names the version
      of its analysis.
    </p>
  )
}

function NullPairsOfRegistry({ checks, shares }: NullPairs) {
  return (
    <>
      <p>
        Every check measures base a second time, as second base. Base and second base are called the null pair of the
        check. They are identical, so they differ only by chance: the p-value of their difference should be at most 1%
        in about 1% of null pairs, and at most 5% in about 5% of null pairs. If the p-value is at most 1%, the check is
        unreliable and reports no change.
      </p>
      {checks === 0 ? (
        <p>No check in this registry has measured base a second time yet.</p>
      ) : (
        <Shares
          shares={shares}
          caption={`${counted(checks, 'null pair')} in this registry, counted when this page was built.`}
        />
      )}
    </>
  )
}

const SECTIONS = [
  ['measuring', 'What makes measurements accurate'],
  ['ratios', 'How often ratios of a run are wrong'],
  ['predicted', 'How often one more run is predicted'],
  ['histories', 'How often a history shows a change'],
  ['deciding', 'How samples become a verdict'],
  ['wrong', 'How often verdicts are wrong'],
  ['truth', 'Checks with a known result'],
  ['wild', 'Null pairs in this registry'],
  ['slots', 'Why fresh slots'],
] as const

function Shares({ shares, caption }: { shares: Share[]; caption: string }) {
  return (
    <DataTable
      label={caption}
      caption={caption}
      className="settings"
      columns={[['Outcome'], ['Counted', 'number'], ['95% interval', 'number']]}
      rows={shares.map(({ what, hits, of, interval }) => ({
        key: what,
        fields: [what, `${hits} of ${of}`, interval.map(percent).join(' to ')],
      }))}
    />
  )
}

/** Formats a share in whole percent, or in tenths of a percent below 10%. */
function percent(share: number): string {
  const tenths = Math.round(1000 * share) / 10
  return `${tenths < 10 ? tenths : Math.round(tenths)}%`
}
