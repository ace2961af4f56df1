import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// The name of a test file says what it needs: `NAME.test.ts` only small processes; `NAME.site.test.ts` a browser and
// the site that `site/test/site-setup.ts` builds once; `NAME.engine.test.ts` a container engine; `NAME.full.test.ts` is slow
// and runs in `npm run test:full` only.
const ROOMS = '{schema,workloads,action,site,.github/tools}/**/*'
const NEEDS = {
  isolated: `${ROOMS}.isolated.test.ts`,
  site: `${ROOMS}.site.test.ts`,
  engine: `${ROOMS}.engine.test.ts`,
  full: `${ROOMS}.full.test.ts`,
}

/** One more than the processors of a small machine, because many tests wait: for a build, a timer or a browser. */
const WORKERS = 3

/** The setup of projects whose tests run the action: these tests start the bundle in `action/dist`. */
const BUNDLE = '.github/tools/bundle-setup.ts'

export default defineConfig({
  test: {
    // Tests need the generated Prisma client, even if only one file runs in a fresh clone.
    globalSetup: ['site/src/store/test-setup.ts'],
    // The time-out detects hangs. Slow tests set their own.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
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
          // Commands and servers start more slowly beside tests with an engine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: [NEEDS.site],
          globalSetup: ['site/test/site-setup.ts'],
          maxWorkers: WORKERS,
          // Building a site takes ten seconds, and a minute on a slow and busy machine.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      // These files run one at a time: they share the engine, and some measure times. Containers take seconds, and
      // images minutes the first time.
      ...(['engine', 'full'] as const).map((name, position) => ({
        extends: true as const,
        test: {
          name,
          include: [NEEDS[name]],
          globalSetup: [BUNDLE],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 2 + position },
        },
      })),
    ],
  },
})
