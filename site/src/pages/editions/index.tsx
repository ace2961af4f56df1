import { counted } from '@plimsoll/schema/browser'
import type { GetStaticProps } from 'next'
import { Layout } from '../../../components/layout.tsx'
import { type EditionEntry, listEditions } from '../../editions/list-editions.ts'
import { loadEditions } from '../../editions/load-editions.ts'
import { buildContext } from '../../page-parts/build-context.ts'

interface Properties {
  editions: EditionEntry[]
}

const LEDE =
  'An edition is a frozen comparison, like a table in an article: its file never changes. Its page states its sources, its method and its errata, and may say more than the file did.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = () => {
  const { registry, editions } = buildContext()
  return { props: { editions: listEditions(loadEditions(registry, editions)) } }
}

export default function Editions({ editions }: Properties) {
  return (
    <Layout title="Editions" description={LEDE} root="">
      <header className="page-head">
        <h1>Editions</h1>
        <p className="lede">{LEDE}</p>
        <p className="ways">
          <a href="docs/make-an-edition">Make an edition</a>
          <a href="errata">Errata of published figures</a>
        </p>
      </header>
      {editions.length === 0 && <p>This site has no edition yet.</p>}
      <ul className="editions">
        {editions.map(({ name, title, lede, published, origin, rows, runs }) => (
          <li key={name}>
            <h2>
              <a href={`editions/${name}`}>{title}</a>
            </h2>
            <p>{lede}</p>
            <p className="fine">
              {origin} · {published} · {counted(rows, 'row')}
              {runs > 0 && ` from ${counted(runs, 'run')}`} · <a href={`editions/${name}#cite`}>cite</a>
            </p>
          </li>
        ))}
      </ul>
    </Layout>
  )
}
