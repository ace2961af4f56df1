import path from 'node:path'
import type { GetStaticProps } from 'next'
import { Documentation, type DocumentationProperties } from '../../../components/documentation.tsx'
import { readDocumentation } from '../../docs/read-page.ts'

export const config = { unstable_runtimeJS: false }

export const getStaticProps: GetStaticProps<DocumentationProperties> = () => {
  const page = readDocumentation(path.join(process.cwd(), 'docs'), null)
  return { props: { page, name: null, entries: [] } }
}

export default Documentation
