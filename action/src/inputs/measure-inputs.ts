// The inputs of the measuring action, and of measure.yml, the reusable workflow. A new input is one entry here.
import { FAIL_ON } from '../fail-on.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import {
  BUDGET,
  MAX_ALPHA,
  MAX_THRESHOLD,
  ROUNDS,
  SEED,
  share,
  wholeNumber,
} from '../measure-request/parse-settings.ts'
import type { InputDeclaration, InputDeclarations } from './input-declaration.ts'
import {
  choices,
  command,
  commentMode,
  compared,
  environment,
  folder,
  imageName,
  key,
  name,
  names,
  optional,
  params,
  projectPath,
  registry,
  setting,
  variant,
  yes,
} from './parse-values.ts'
import { PUBLISHING_INPUTS } from './publishing-inputs.ts'

/** The inputs that describe a command to measure, in place of a workload file. */
export const COMMAND_INPUTS = {
  run: {
    name: 'run',
    description:
      "A command to measure, such as npm test, in place of workload files. It is measured on the runner. With image or dockerfile, it is measured in containers too: in the layer, on a volume and on a bind mount. Each sample runs in a fresh copy of the repository's files.",
    parse: command,
  },
  image: {
    name: 'image',
    description: 'The image of the containers in which the input run is measured, such as node:24.',
    parse: imageName,
  },
  dockerfile: {
    name: 'dockerfile',
    description: 'The Dockerfile of the image of these containers: a path in the repository.',
    parse: projectPath,
  },
  setup: {
    name: 'setup',
    description:
      'A command that runs once for each version, before the first sample, with a network: npm ci, go mod download … Each sample gets what it leaves.',
    parse: command,
  },
  prepare: {
    name: 'prepare',
    description: 'A command that runs before each sample of the input run, untimed.',
    parse: command,
  },
  environment: {
    name: 'env',
    description:
      "Environment variables of the input run, one NAME=value per line. Of the runner's own variables, the command gets only PATH.",
    parse: environment,
  },
} satisfies InputDeclarations

/** The inputs that are fields of the request. Each is a field of `MeasureRequest`, which receives its value. */
export const REQUEST_INPUTS = {
  workloads: {
    name: 'workloads',
    description:
      "Names of workloads, separated by spaces or line breaks, from the project (.plimsoll/NAME.yml) or from Plimsoll's catalog. Default: the suite if that input is set, otherwise all workloads of the project.",
    parse: names,
  },
  suite: {
    name: 'suite',
    description:
      'A set of benchmarks that comes with Plimsoll: quick, standard, … Default: quick if the project has no workloads.',
    parse: name,
  },
  params: {
    name: 'params',
    description:
      "Values of the workloads' params, such as size=small, one per line. Several values of one param are all measured.",
    parse: params,
  },
  scenarios: {
    name: 'scenarios',
    description:
      'Measure only these scenarios (where the files are stored), such as bind or volume, separated by spaces.',
    parse: names,
  },
  engines: {
    name: 'engines',
    description:
      "The engines to measure, such as docker, separated by spaces. 'all': every engine found. 'none': only the host.",
    default: 'all',
    parse: names,
    // Each entry of the workflow's list is measured in jobs of its own.
    inWorkflow: {
      description: "JSON list of values for the action's input engines. Each value is measured in separate jobs.",
      default: '["all"]',
      passes: '${{ matrix.engines }}',
    },
  },
  threshold: {
    name: 'threshold',
    description: 'The smallest change that is reported as slower or faster (default: 5%).',
    parse: setting(share(MAX_THRESHOLD)),
  },
  alpha: {
    name: 'alpha',
    description: 'The probability that a check reports any change although nothing changed (default: 1%).',
    parse: setting(share(MAX_ALPHA)),
  },
  rounds: {
    name: 'rounds',
    description:
      "A fixed number of measured rounds, instead of the suite's. In a check, the largest number of rounds, from 14 to 50.",
    parse: setting(wholeNumber(ROUNDS)),
  },
  seed: {
    name: 'seed',
    description: 'Seed of the shuffled order. Default: random.',
    parse: setting(wholeNumber(SEED)),
  },
  budget: {
    name: 'budget',
    description: 'The longest time to measure in one job, such as 20m.',
    parse: setting(BUDGET),
  },
  dir: {
    name: 'dir',
    description:
      'The absolute path of a folder that the engines share, for native and bind-mounted files (default: ~/plimsoll-samples, on macOS in ~/Library/Caches). Not allowed with start-engine, which uses its own folder.',
    parse: folder,
  },
} satisfies { [Field in keyof MeasureRequest]?: InputDeclaration<MeasureRequest[Field]> }

/** The inputs that say what the step does around the measurement. */
export const STEP_INPUTS = {
  compare: {
    name: 'compare',
    description:
      "'base': compare a pull request or a merge group with its target branch, both measured in this job. 'none': do not compare with that branch. Anything else: a branch, a tag or a commit with which the checked-out version is compared, on any event. Names must be in the checkout (fetch-depth: 0); a full commit hash, such as github.event.before of a push, need not be.",
    default: 'base',
    parse: compared,
    inWorkflow: {
      description:
        'base: compare a pull request or a merge group with its target branch. none: do not compare with that branch. Anything else: a branch, a tag or a commit to compare with, on any event.',
    },
  },
  baseVariant: {
    name: 'base-variant',
    description:
      'The first of two engines or images to compare, such as engine=docker or image=node:22; head-variant names the second. If you compare engines, name one in both inputs, and omit the input engines.',
    parse: variant,
  },
  headVariant: {
    name: 'head-variant',
    description: 'The second engine or image, which is compared with the one in base-variant.',
    parse: variant,
  },
  failOn: {
    name: 'fail-on',
    description:
      'The results that fail the job: slower, inconclusive, unreliable. A run without a comparison can only be unreliable. Default: none.',
    parse: choices(FAIL_ON),
  },
  comment: {
    name: 'comment',
    description:
      'Write the result to the pull request as one comment, which later runs update. changes: only if something is slower, faster or broken, or if there is a comment already. Needs the permission pull-requests: write. For untrusted code, use the report action in a separate job.',
    default: 'true',
    parse: commentMode,
    // In the workflow, only the report job comments.
    inWorkflow: { passes: 'false' },
  },
  check: {
    name: 'check',
    description:
      'Write the result as a check on the commit of head: success, neutral if it is uncertain or something is slower, and failure only if the step fails or fail-on lists the result. Needs the permission checks: write.',
    default: 'false',
    parse: yes,
    // A called workflow cannot ask for the permission without requiring it of all its callers.
    inWorkflow: { offered: false, passes: null },
  },
  commentKey: {
    name: 'comment-key',
    description:
      'The name of the comment. Steps, jobs or workflows with different keys write separate comments. Give each job of a matrix its own key, or use the report action in a later job, as measure.yml does.',
    default: 'default',
    parse: key,
  },
  startEngine: {
    name: 'start-engine',
    description:
      'lima or colima: start that engine in a virtual machine of this job, and measure on it only. On macOS, Plimsoll downloads it, pinned by checksum. On Linux, install Lima first with lima-vm/lima-actions/setup. Default: measure the engines found on the runner.',
    parse: optional(['lima', 'colima']),
    inWorkflow: {
      description: 'lima or colima: set up that engine in a virtual machine of each job, and measure on it only.',
    },
  },
  vmType: {
    name: 'vm-type',
    description: 'The type of the virtual machine: vz or qemu. Default: try vz first, then qemu.',
    parse: optional(['vz', 'qemu']),
  },
  mountType: {
    name: 'mount-type',
    description:
      "How the virtual machine shares a folder: 9p, virtiofs or reverse-sshfs. Default: the engine's own default.",
    parse: optional(['9p', 'virtiofs', 'reverse-sshfs']),
  },
  cpus: {
    name: 'cpus',
    description: 'CPUs of the virtual machine (default: 4).',
    parse: setting(wholeNumber([1, 256])),
  },
  memory: {
    name: 'memory',
    description: 'Memory of the virtual machine in GiB (default: 8).',
    parse: setting(wholeNumber([1, 1024])),
  },
  onUnsupported: {
    name: 'on-unsupported',
    description:
      "What to do if nothing can be measured: the runner cannot run containers, it cannot run the engine that start-engine names, an engine supports none of the benchmarks, or no benchmark of the check runs in both variants. 'skip' ends with a notice. 'fail' fails the job. 'emulate' uses Lima on a CPU that QEMU emulates. Its times are many times longer, and are never compared with other times. Default: fail with start-engine, which requests an engine; otherwise skip. The job always fails if none of the project's own workloads can be measured, for example because of a wrong image.",
    parse: optional(['skip', 'fail', 'emulate']),
  },
  allowForkOnSelfHosted: {
    name: 'allow-fork-on-self-hosted',
    description: "Allow a self-hosted runner to measure a fork's pull request, whose code is untrusted.",
    default: 'false',
    parse: yes,
    inWorkflow: { type: 'boolean' },
  },
  registry: {
    name: 'registry',
    description:
      'The registry to publish the run to: https://…, or github:OWNER/REPO, with the input token. The job signs the run if it may (id-token: write). Default: do not publish.',
    parse: registry,
    // In the workflow, only the report job publishes.
    inWorkflow: { passes: null },
  },
  ...PUBLISHING_INPUTS,
  // In the workflow, only the report job publishes.
  allowPrivate: { ...PUBLISHING_INPUTS.allowPrivate, inWorkflow: { passes: null } },
} satisfies InputDeclarations

/** All inputs of the measuring action. */
export const MEASURE_INPUTS = { ...COMMAND_INPUTS, ...REQUEST_INPUTS, ...STEP_INPUTS }
