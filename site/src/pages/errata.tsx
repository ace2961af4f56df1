import path from 'node:path'
import type { GetStaticProps } from 'next'
import { ErratumArticle } from '../../components/erratum-article.tsx'
import { Layout } from '../../components/layout.tsx'
import { loadEditions } from '../editions/load-editions.ts'
import { documentIds } from '../editions/read-editions.ts'
import { type Erratum, readErrata } from '../errata/errata.ts'
import { buildContext } from '../page-parts/build-context.ts'

interface Properties {
  groups: { name: string; title: string; errata: Erratum[] }[]
  /** The ids of the runs that ship with the registry, by the name of their document. */
  runs: Record<string, string>
}

const LEDE =
  'Errors found in published benchmarks of containers and virtual machines, each with the data that shows the error. Checking was possible only because the sources published enough data.'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<Properties> = async () => {
  const { registry, editions: paths } = buildContext()
  const errata = readErrata(path.join(process.cwd(), 'shipped-editions', 'errata'))
  const editions = loadEditions(registry, paths)
  return {
    props: {
      groups: editions.flatMap(({ edition: { name, title } }) => {
        const own = errata.filter(({ edition }) => edition === name)
        return own.length === 0 ? [] : [{ name, title, errata: own }]
      }),
      runs: documentIds(path.join(process.cwd(), 'documents')),
    },
  }
}

export default function ErrataPage({ groups, runs }: Properties) {
  return (
    <Layout title="Errata" description={LEDE} root="">
      <header className="page-head">
        <h1>Errata</h1>
        <p className="lede">{LEDE}</p>
        <ul className="contents">
          {groups.map(({ name, title, errata }) => (
            <li key={name}>
              <a href={`#${name}`}>{title}</a> ({errata.length} {errata.length === 1 ? 'erratum' : 'errata'})
            </li>
          ))}
        </ul>
        {groups.length === 0 && <p>No edition of this site has an erratum.</p>}
      </header>
      {groups.map(({ name, title, errata }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{title}</h2>
          <p className="fine">
            Edition <a href={`editions/${name}`}>{name}</a>
          </p>
          {errata.map((erratum) => (
            <ErratumArticle key={erratum.code} erratum={erratum} runs={runs} />
          ))}
        </section>
      ))}
    </Layout>
  )
}
