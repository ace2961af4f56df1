import { defineConfig } from 'vitest/config'

// One process per file and no files side by side: tests share one container engine and two cores,
// and several of them look at times.
export default defineConfig({
  test: {
    include: ['{schema,workloads,action,site}/**/*.test.ts'],
    // The site's index is read with a client that is generated, also where one file alone is tested in a fresh clone.
    globalSetup: ['site/src/store/test-setup.ts'],
    fileParallelism: false,
    // A machine that tests may be a busy one.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
