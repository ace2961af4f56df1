import type { Edition } from '../../src/editions/edition.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { readRecords } from './read-source.ts'

/**
 * Returns the edition of 2017. Its source published ratios only, which a run document cannot hold, so there is no run.
 */
export function transcribeCaching(): Edition {
  return freeze<Edition>({
    format: 2,
    name: 'caching-2017',
    aliases: [],
    title: 'The flag “cached” on bind mounts on macOS, 2017',
    lede: 'On Docker for Mac, the flag “cached” of a bind mount made three read-heavy programs two and a half to three and a half times as fast. Today’s engines accept the flag and ignore it.',
    published: '2017-05-06',
    previous: null,
    citation: {
      title: 'User-guided caching in Docker for Mac',
      authors: ['Jeremy Yallop', 'David Sheets'],
      published: '2017-05-06',
      url: 'https://www.docker.com/blog/user-guided-caching-in-docker-for-mac/',
    },
    method: METHOD,
    changes: [],
    flags: [],
    parts: [
      {
        code: 'speedup',
        title: 'Speed with “cached”',
        text: [
          'Speed with the flag “cached”, divided by the speed with the flag “consistent”. Each bar starts at 1, which means no change.',
        ],
        chart: 'ratios',
        unit: 'operations',
        columns: ['ratio'],
        reference: 'the speed with “consistent”',
        rows: readRecords('caching-2017/ratios.csv').map(({ title = '', speedup }) => ({
          os: 'macOS',
          platform: 'Docker for Mac',
          test: title,
          benchmark: null,
          stated: { scenario: 'bind-cached', ratio: Number(speedup) },
          reference: null,
          published: null,
          flag: null,
          earlier: null,
        })),
      },
    ],
    matches: [],
  })
}

const METHOD = [
  'The source timed three commands: go list ./... in moby/moby, curl of the main page of the Symfony demo application, and rake -T in a benchmark by hirowatari.',
  'The engine was Docker for Mac 17.04 CE Edge. Its bind mounts used the file system osxfs, in which the round trip of one system call took about 100 µs.',
  'The source gives only ratios. It does not give times, the number of runs, a range, the machine, or the versions of moby, Symfony and rake.',
  'A run document holds measured values and cannot hold a ratio alone, so these rows have no run document.',
  'Today’s engines accept the flags cached and delegated, but the flags change nothing. The suite caching-2017 measures all three flags and shows this.',
]
