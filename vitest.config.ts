import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The name of a test file says what it needs: `NAME.test.ts` only small processes; `NAME.isolated.test.ts` a process of its
// own; `NAME.site.test.ts` a browser and the site that `site/test/site-setup.ts` builds once; `NAME.engine.test.ts` a
// container engine; `NAME.full.test.ts` is slow and runs in `npm run test:full` only.
const ROOMS = '{schema,workloads,action,site,.github/tools}/**/*'
const NEEDS = {
  isolated: `${ROOMS}.isolated.test.ts`,
  site: `${ROOMS}.site.test.ts`,
  engine: `${ROOMS}.engine.test.ts`,
  full: `${ROOMS}.full.test.ts`,
}

/** Each process loads the modules once more, so more than two would need more processor time than they save. */
const WORKERS = Math.min(2, availableParallelism())

/** How long a test waits for an event, less than a test may take, so that the error names the event. */
const EVENT_TIMEOUT_MS = 100_000

/** The setup of projects whose tests run the action: these tests start the bundle in `action/dist`. */
const BUNDLE = '.github/tools/bundle-setup.ts'

/** The setup of projects whose tests read a site in a browser. It is built once for all of them. */
const SITE = 'site/test/site-setup.ts'

/**
 * The folders in the order in which their unit tests run. The tests of the action start the most programs, and those of the
 * site load the most code: starting a program from a process takes longer the more memory the process has, on some machines
 * ten times as long.
 */
const ORDER = ['action', 'workloads', '.github', 'schema', 'site']

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      ORDER.findIndex((folder) => moduleId.startsWith(fileURLToPath(new URL(`${folder}/`, import.meta.url))))
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    // Tests need the generated Prisma client, even if only one file runs in a fresh clone.
    globalSetup: ['site/src/store/test-setup.ts'],
    setupFiles: ['.github/tools/test-file-setup.ts'],
    // A time-out shows a hang, never slowness: what takes a second on a quiet machine ends in time on one that is slow
    // and busy. The full suite has tests that take a minute, and repeats others up to twenty times. A test that sets its
    // own says why.
    testTimeout: process.env.PLIMSOLL_TEST === 'full' ? 600_000 : 120_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: EVENT_TIMEOUT_MS } },
    // Tests start the commands hundreds of times, some with another home directory; they share one compile cache.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compile', import.meta.url)) },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${ROOMS}.test.ts`],
          exclude: Object.values(NEEDS),
          isolate: false,
          globalSetup: [BUNDLE],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [NEEDS.isolated],
          globalSetup: [BUNDLE],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: [NEEDS.site],
          isolate: false,
          globalSetup: [SITE],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: [NEEDS.engine],
          globalSetup: [BUNDLE],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      // These files run one at a time: they share the engine, and some measure times.
      {
        extends: true,
        test: {
          name: 'full',
          include: [NEEDS.full],
          globalSetup: [BUNDLE],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
