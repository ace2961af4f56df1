import path from 'node:path'
import type { GetStaticPaths, GetStaticProps } from 'next'
import { Documentation, type DocumentationProperties } from '../../../components/documentation.tsx'
import { readContents, readDocumentation } from '../../docs/read-page.ts'

export const config = { unstable_runtimeJS: false }

/** Returns the directory of the documentation. Next runs in the directory of this package. */
const directory = () => path.join(process.cwd(), 'docs')

export const getStaticPaths: GetStaticPaths = () => ({
  paths: readContents(directory()).map(({ name }) => ({ params: { name } })),
  fallback: false,
})

export const getStaticProps: GetStaticProps<DocumentationProperties, { name: string }> = ({ params }) => {
  const name = params?.name ?? ''
  const [page, entries] = [readDocumentation(directory(), name), readContents(directory())]
  return { props: { page, name, entries } }
}

export default Documentation
