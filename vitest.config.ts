import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// What a test needs is in its name: `NAME.test.ts` needs nothing but small processes, `NAME.site.test.ts` a browser and the
// site that `site/test/site.ts` builds once, `NAME.engine.test.ts` a container engine, `NAME.full.test.ts` what is
// slow by nature and runs in `npm run test:full` alone.
const ROOMS = '{schema,workloads,action,site}/**/*'
const NEEDS = {
  isolated: `${ROOMS}.isolated.test.ts`,
  site: `${ROOMS}.site.test.ts`,
  engine: `${ROOMS}.engine.test.ts`,
  full: `${ROOMS}.full.test.ts`,
}

export default defineConfig({
  test: {
    // The site's index is read with a client that is generated, also where one file alone is tested in a fresh clone.
    globalSetup: ['site/src/store/test-setup.ts'],
    // A time-out shows a hang. What takes longer by nature says so itself.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
    // Tests start the commands hundreds of times, some with a home of their own.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compile', import.meta.url)) },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${ROOMS}.test.ts`],
          exclude: Object.values(NEEDS),
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [NEEDS.isolated], sequence: { groupOrder: 0 }, maxWorkers: 2 },
      },
      {
        extends: true,
        test: {
          name: 'site',
          include: [NEEDS.site],
          globalSetup: ['site/test/site-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // One at a time: they share the engine, and some look at times. Containers take seconds, images minutes the first time.
      ...(['engine', 'full'] as const).map((name, position) => ({
        extends: true as const,
        test: {
          name,
          include: [NEEDS[name]],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 2 + position },
        },
      })),
    ],
  },
})
