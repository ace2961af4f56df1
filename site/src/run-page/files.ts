import type { Template } from '../page-parts/template.ts'
import { LINKED_FILES } from './linked-files.ts'
import type { StoredRun } from './stored-run.ts'

/** Every file of a run, by its extension: its page, and the files to which the page links. */
export const RUN_FILES = {
  html: {
    contentType: 'text/html; charset=utf-8',
    make: async ({ analysis, statements, signature, replications }: StoredRun, template: Template) => {
      const { renderAnalysis } = await import('./run-page.tsx')
      return renderAnalysis(analysis, { statements, signature, replications }, template)
    },
  },
  ...LINKED_FILES,
}

/** The extension of the Sigstore bundle of a signed run. It is served as it was submitted. */
export const BUNDLE_EXTENSION = 'sigstore.json'

export type RunExtension = keyof typeof RUN_FILES

export const RUN_EXTENSIONS = Object.keys(RUN_FILES) as RunExtension[]

/** The extensions of the files that a deleted run has. */
export const DELETED_EXTENSIONS = ['html'] as const satisfies RunExtension[]
