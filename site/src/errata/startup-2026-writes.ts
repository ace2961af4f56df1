import type { Erratum, Exhibit, Sources } from './erratum.ts'
import { LOST_UNIT_BELOW, restoreUnits } from './restore-unit.ts'
import { fixed, GUIDE, guideFiles, PLATFORMS, printed, writeValues } from './source-values.ts'

const SSD = 'azure-premium-ssd'
const HDD = 'azure-standard-hdd'
const MACOS = 'macos-docker-desktop'
const edition = 'startup-2026'

/** The errata of the write test of 2026: one lost unit, and the claims based on it. */
export const WRITE_ERRATA: Erratum[] = [
  {
    code: 'overlayfs-collapse',
    edition,
    title: 'OverlayFS writes do not collapse: a unit was lost',
    published:
      'Table 4 and figure 3: writing 256 MB to the container’s own layer is two orders of magnitude slower than to a volume (medians of 1.1 against 194.0 MB/s on the SSD, 1.3 against 136.6 on the HDD), because each write triggers a copy-up.',
    found: (sources) => {
      const ssd = writeValues(sources, SSD, 'overlayfs')
      const low = ssd.values.filter((value) => value < LOST_UNIT_BELOW)
      const others = ssd.values.filter((value) => value >= LOST_UNIT_BELOW)
      return [
        `The script reads the number that dd prints and drops its unit (MB/s or GB/s), so 1.1 GB/s becomes 1.1. On the SSD, ${low.length} of ${ssd.values.length} values lie between ${fixed(Math.min(...low), 1)} and ${fixed(Math.max(...low), 1)}, and one value is ${others.map((value) => fixed(value, 1)).join(', ')}, from a run just under 1 GB/s.`,
        `The unit can be restored by a rule: a value under ${LOST_UNIT_BELOW} is GB/s. The medians of the layer are then ${fixed(restoreUnits(ssd).median, 0)} MB/s on the SSD and ${fixed(restoreUnits(writeValues(sources, HDD, 'overlayfs')).median, 0)} on the HDD. They show how fast the page cache accepts 256 MB without a sync.`,
        `The volume kept its file, so from the second run on the file was overwritten. Only the first run wrote to a fresh volume, and its results on the SSD and the HDD are just as low: ${writeValues(sources, SSD, 'volume').texts[0]} and ${writeValues(sources, HDD, 'volume').texts[0]}. Neither the volume nor OverlayFS copies anything up, because the file is new.`,
      ]
    },
    exhibit: writeExhibit,
    files: guideFiles('04-write-performance.csv'),
    documents: [],
  },
  {
    code: 'overlayfs-abstract',
    edition,
    title: 'The abstract and table 4 contradict each other, and both are based on the lost unit',
    published:
      'Throughput on OverlayFS is 0.11–0.15 times that on a volume (list of contributions), and 0.006–0.010 times that on a volume (table 4).',
    found: (sources) => {
      const ratios = [SSD, HDD].map((folder) => {
        const [layer, volume] = [writeValues(sources, folder, 'overlayfs'), writeValues(sources, folder, 'volume')]
        const restored = restoreUnits(layer).median / restoreUnits(volume).median
        return { means: layer.average / volume.average, medians: layer.median / volume.median, restored }
      })
      const list = (pick: (ratio: (typeof ratios)[number]) => number, decimals: number) =>
        ratios.map((ratio) => fixed(pick(ratio), decimals)).join(' and ')
      return [
        `The values in the list of contributions are ratios of means (${list(({ means }) => means, 2)}); those in table 4 are ratios of medians (${list(({ medians }) => medians, 3)}). All were computed from numbers without their unit. With the unit restored, the medians of OverlayFS are ${list(({ restored }) => restored, 1)} times those of the volume. But the file on the volume was overwritten, so no figure of this test compares OverlayFS with a volume.`,
      ]
    },
    files: [...guideFiles('04-write-performance.csv'), `${GUIDE}/published.csv`],
    documents: [],
  },
  {
    code: 'page-cache-burst',
    edition,
    title: 'The “page-cache burst” is the one value that kept its unit',
    published:
      'Section 4.3.1: the mean of 21.40 MB/s, far above the median of 1.10, comes from occasional runs that the kernel serves from its page cache; in most runs, writes are committed synchronously.',
    found: (sources) => {
      const { values, average } = writeValues(sources, SSD, 'overlayfs')
      const rest = values.filter((value) => value < LOST_UNIT_BELOW)
      const largest = Math.max(...values)
      return [
        `The mean is ${fixed(average, 2)} because of one value, ${fixed(largest, 1)}, which dd printed in MB/s; without this value the mean is ${fixed(rest.reduce((a, b) => a + b, 0) / rest.length, 2)}. This value is from the slowest of the 50 runs, not the fastest. No run was synchronous.`,
      ]
    },
    files: [`${GUIDE}/${SSD}/04-write-performance.csv`, `${GUIDE}/published.csv`],
    documents: [],
  },
  {
    code: 'table-4-medians',
    edition,
    title: 'The medians of table 4 are the 26th of 50 values',
    published: 'Medians of 238.1 and 224.5 MB/s on macOS, 194.0 on the SSD’s volume.',
    found: (sources) => {
      const rows = [
        { folder: MACOS, mode: 'overlayfs', statement: 'OverlayFS median MB/s' },
        { folder: MACOS, mode: 'volume', statement: 'volume median MB/s' },
        { folder: SSD, mode: 'volume', statement: 'volume median MB/s' },
      ] as const
      const parts = rows.map(({ folder, mode, statement }) => {
        const { values, median } = writeValues(sources, folder, mode)
        const upper = values.toSorted((a, b) => a - b)[values.length / 2]
        return `${printed(sources, folder, statement)} printed, 26th value ${fixed(upper ?? 0, 1)}, median ${fixed(median, 1)}`
      })
      return [
        `The median of 50 values is midway between the 25th and the 26th value. Table 4 has the 26th value instead: ${parts.join('; ')}.`,
      ]
    },
    files: [...guideFiles('04-write-performance.csv'), `${GUIDE}/published.csv`],
    documents: [],
  },
]

function writeExhibit(sources: Sources): Exhibit {
  const variants = PLATFORMS.flatMap(({ folder, title }) =>
    (['overlayfs', 'volume'] as const).map((mode) => ({
      title: `${title}, ${mode === 'volume' ? 'volume' : 'OverlayFS'}`,
      as: writeValues(sources, folder, mode),
    })),
  )
  return {
    caption: 'Write throughput as published, and with the unit restored (MB/s)',
    columns: [
      'Platform and scenario',
      `Values under ${LOST_UNIT_BELOW}`,
      'First value',
      'Median as published',
      'Median, unit restored',
    ],
    rows: variants.map(({ title, as }) => [
      title,
      `${as.values.filter((value) => value < LOST_UNIT_BELOW).length} of ${as.values.length}`,
      as.texts[0] ?? '',
      fixed(as.median, 1),
      fixed(restoreUnits(as).median, 1),
    ]),
    raw: variants.map(({ title, as }) => ({ title, values: as.texts })),
  }
}
