import { counted } from '@plimsoll/schema/browser'
import type { GetStaticProps } from 'next'
import { Layout } from '../../../components/layout.tsx'
import { type EditionEntry, listEditions } from '../../editions/list-editions.ts'
import { loadEditions } from '../../editions/load-editions.ts'
import { buildContext } from '../../page-parts/build-context.ts'

interface Properties {
  stylesheet: string
  address: string | null
  editions: EditionEntry[]
}

const LEDE =
  'An edition is a frozen comparison, like a table in an article: its file never changes. Its page states its sources, its method and its errata, and may say more than the file did.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = () => {
  const { registry, template, editions: directories, baseUrl } = buildContext()
  const editions = listEditions(loadEditions(registry, directories))
  return { props: { stylesheet: template.stylesheet, address: baseUrl && `${baseUrl}editions`, editions } }
}

export default function Editions({ stylesheet, address, editions }: Properties) {
  return (
    <Layout title="Editions · Plimsoll" description={LEDE} root="" stylesheet={stylesheet} address={address}>
      <header className="page-head">
        <h1>Editions</h1>
        <p className="lede">{LEDE}</p>
        <p className="ways">
          <a href="docs/make-an-edition">Make an edition</a>
          <a href="errata">Errata of published figures</a>
          <a href="feeds/editions.xml">Feed of editions</a>
        </p>
      </header>
      <ul className="editions">
        {editions.map(({ name, title, lede, published, origin, rows, runs }) => (
          <li key={name}>
            <h2>
              <a href={`editions/${name}`}>{title}</a>
            </h2>
            <p>{lede}</p>
            <p className="fine">
              {origin} · {published} · {counted(rows, 'figure')}
              {runs > 0 && ` from ${counted(runs, 'run')}`} · <a href={`editions/${name}#cite`}>cite</a>
            </p>
          </li>
        ))}
      </ul>
    </Layout>
  )
}
