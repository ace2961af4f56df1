import { ownValue } from '@plimsoll/schema/browser'
import catalog from './catalog.json' with { type: 'json' }
import type { WorkloadText } from './generate-catalog.ts'

/** Returns what a workload is, in one or two sentences; null if neither the catalog nor a shipped source has it. */
export function describeWorkload(workload: string): string | null {
  return (
    ownValue<WorkloadText>(catalog.workloads, workload)?.question ?? ownValue<string>(TRANSCRIBED, workload) ?? null
  )
}

/**
 * The workloads of transcribed runs. Each text names its source, because a project may have a workload of the same name.
 * Errata say what is wrong with them.
 */
const TRANSCRIBED: Record<string, string> = {
  'npm-install':
    'From docker-for-mac-bench (2022 and 2025): the time of npm install for a create-react-app tree. It ran natively, in a container without volumes, and on a bind mount with and without a volume for node_modules.',
  'startup-latency':
    'From docker-internals-guide (2026): the time of docker run --rm with echo hello, for three images. Before each cold start, the script dropped the file caches, except on macOS.',
  'copyup-overhead':
    'From docker-internals-guide (2026): the time of a container that writes 100 MB from /dev/urandom to a new file, minus the time of a container that does nothing. Negative differences are 0. Despite the name, no file is copied up.',
  'metadata-operations':
    'From docker-internals-guide (2026): the time of a container that writes 500 small files, in its layer or on a volume, minus the time of a container that does nothing. Negative differences are 0. All runs on a volume used the same one.',
  'image-pull-time':
    'From docker-internals-guide (2026): the time of docker pull from a public registry, after the image was removed. It includes the Internet.',
  'namespace-overhead':
    'From docker-internals-guide (2026): the time of unshare with a new PID namespace and echo on the host, without a container engine. It was skipped on macOS.',
  'network-latency':
    'From docker-internals-guide (2026): the mean round-trip time of five pings from a container to a public address, on the bridge network and on the host network.',
  'memory-efficiency':
    'From docker-internals-guide (2026): the memory that docker stats shows for three running nginx containers of one image, added up.',
}
