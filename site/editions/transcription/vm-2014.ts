import type { Edition, EditionPart, EditionRow } from '../../src/editions/edition.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { readRecords } from './read-source.ts'

const RECORDS = readRecords('vm-2014/bounds.csv')
const PLATFORMS: Record<string, string> = { vboxsf: 'VirtualBox 4.3.4', vmhgfs: 'VMware Fusion 6.0.2' }

/**
 * The smallest and the largest record size, in bytes. iozone's automatic mode doubles the record size from 4 KiB to the
 * size of the file, at most 16 MiB.
 */
const SMALLEST_RECORD = 4 * 1024
const LARGEST_RECORD = 16 * 1024 ** 2

/** Returns the figures stated in the text of the source of 2014. Its other values exist only as pictures of charts. */
export function transcribeVirtualMachines(): Edition {
  return freeze<Edition>({
    format: 2,
    name: 'vm-2014',
    aliases: [],
    title: 'Shared folders of virtual machines, 2014',
    lede: 'Reads from VirtualBox’s shared folders never exceeded 100 MB/s. Reads from VMware’s shared folders reached 500 to 900 MB/s in small files and up to 7 GB/s in large files. The value of 7 GB/s is the speed of a cache.',
    published: '2014-01-10',
    previous: null,
    citation: {
      title: 'Comparing Filesystem Performance in Virtual Machines',
      authors: ['Mitchell Hashimoto'],
      published: '2014-01-10',
      url: 'https://mitchellh.com/writing/comparing-filesystem-performance-in-virtual-machines',
    },
    method: METHOD,
    changes: [],
    flags: [
      {
        code: 'cached',
        title: 'page cache',
        text: 'The file of 64 MiB was read just after it was written, and the caches were not bypassed. So 7 GB/s is the speed of memory.',
      },
    ],
    parts: [
      part('small-read', 'Sequential read of 64 KiB', 'small sequential read', null),
      part('large-read', 'Random read of 64 MiB', 'large random read', 'cached'),
    ],
    matches: [],
  })
}

function part(code: string, title: string, chart: string, flag: string | null): EditionPart {
  return {
    code,
    title,
    text: [
      'Throughput by record size. The source gives bounds instead of values. Bands and broken lines show these bounds for all record sizes that the source measured.',
    ],
    chart: 'lines',
    unit: 'megabytes-per-second',
    columns: ['bounds'],
    reference: '',
    rows: RECORDS.filter((record) => record.chart === chart).map(
      (record): EditionRow => ({
        os: 'macOS',
        platform: PLATFORMS[record.system ?? ''] ?? '',
        test: record.system ?? '',
        benchmark: null,
        stated: {
          scenario: 'vm-share',
          records: [SMALLEST_RECORD, Math.min(LARGEST_RECORD, Number(record.file_bytes))],
          ...(record.least_mb_s === '' ? {} : { least: Number(record.least_mb_s) }),
          ...(record.most_mb_s === '' ? {} : { most: Number(record.most_mb_s) }),
        },
        reference: null,
        published: null,
        flag: record.system === 'vmhgfs' ? flag : null,
        earlier: null,
      }),
    ),
  }
}

const METHOD = [
  'The source ran iozone -Racb on a 2012 Retina MacBook Pro with a 256 GB SSD and Mac OS X 10.9.1, and in two virtual machines with Ubuntu 12.04 (VirtualBox 4.3.4 and VMware Fusion 6.0.2). In the virtual machines, it measured their own disks (ext3), their shared folders (vboxsf and vmhgfs), and NFS version 3 over UDP.',
  'The tests read and wrote files of 64 KiB and 64 MiB, sequentially and in random order, with record sizes from 4 KiB up. The source does not say how often each test ran.',
  'The source has its values only in pictures of charts and in a workbook, and this registry does not have the workbook. So only the figures in the text of the source are transcribed. A run document holds values, not bounds, so these rows have no run document.',
  'The source also makes three statements without figures. NFS was best at reading with small records and worst at writing. vboxsf wrote a little faster than vmhgfs. The virtual disks of both hypervisors were often faster than the host’s own disk, even in writes, because a sync in the guest does not sync the host.',
  'iozone ran without -e, which includes the sync in the time, and without -I, which bypasses the page cache. So the figures mostly measure the page cache. The host ran a 32-bit build of iozone; the guests ran a 64-bit build.',
  'The text of the source gives a peak of over 900 MB/s for vmhgfs in small files; its chart shows 900 MB/s.',
]
