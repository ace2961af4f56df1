import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory, partFolder } from '@plimsoll/workloads'

/** The workload that does more work in head if the check has a real change. */
export const CHANGED = 'repeated-npm-ci'

/** The number of installs per sample: in base, and in head if head does 20% more of the same work. */
const TIMES = { base: 5, more: 6 }

/** The packages of one install: the packages of the workload npm-ci, size small, that have no dependencies. */
const PACKAGES = ['acorn', 'argparse', 'diff', 'esutils', 'globals', 'yargs-parser']

/**
 * Write two versions of a project, base and head. The project has two workloads of its own. `repeated-npm-ci` runs `npm
 * ci` several times in the container's own layer. `write-tree` writes small files in layer, volume and bind.
 * @param image a name of the image of npm-ci small
 * @param isMore whether head installs 6 times per sample; base always installs 5 times
 */
export function makeProjects(directory: string, image: string, isMore: boolean): { base: string; head: string } {
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  for (const [variant, folder] of Object.entries(folders)) {
    makeDirectory(join(folder, '.plimsoll'))
    makeDirectory(join(folder, 'project'))
    const files = {
      // Give each variant its own layers with the files that its workload reads. The files are a copy, written anew in
      // every build.
      Dockerfile: `FROM ${image}\nRUN cp -a /opt/plimsoll /opt/own\n`,
      '.dockerignore': '*\n',
      times: `${variant === 'head' && isMore ? TIMES.more : TIMES.base}\n`,
      '.plimsoll/repeated-npm-ci.yml': REPEATED_NPM_CI,
      '.plimsoll/write-tree.yml': WRITE_TREE,
      ...projectFiles(),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }
  return folders
}

/** The package.json and the lock file of a project that requires only the packages of `PACKAGES`. */
function projectFiles(): Record<string, string> {
  const { packages } = JSON.parse(readFileSync(join(partFolder('npm-ci/small'), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const versions = PACKAGES.map((name) => [name, packages[`node_modules/${name}`]?.version] as const)
  const entries = versions.map(([name, version]) => {
    // This address is never requested, because the cache has the package.
    const resolved = `https://registry.invalid/${name}/-/${name}-${version}.tgz`
    return [`node_modules/${name}`, { ...packages[`node_modules/${name}`], resolved }] as const
  })
  const project = { name: 'known-truth', version: '1.0.0', dependencies: Object.fromEntries(versions) }
  const lock = {
    name: 'known-truth',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': project, ...Object.fromEntries(entries) },
  }
  return {
    'project/package.json': `${JSON.stringify(project, null, 1)}\n`,
    'project/package-lock.json': `${JSON.stringify(lock, null, 1)}\n`,
  }
}

const DURATION = '  - { name: duration, unit: ns, better: lower, primary: true, from: wall }'

const REPEATED_NPM_CI = `workload: repeated-npm-ci
title: npm ci, some times over
question: How long does it take to install the same locked packages some times over?
image: { dockerfile: Dockerfile }
copy:
  - { from: ./project, to: project }
  - { from: ./times, to: . }
run:
  - sh
  - -ec
  - >-
    for n in $(seq "$(cat times)"); do
    cp -r project "app$n";
    (cd "app$n" && /opt/own/node/bin/node /opt/own/npm/bin/npm-cli.js ci --offline --ignore-scripts
    --no-audit --no-fund --no-progress --no-update-notifier --logs-max=0 --loglevel=error
    --cache=/opt/own/npm-ci/small/cache);
    done
environment: { NODE_DISABLE_COMPILE_CACHE: "1" }
metrics:
${DURATION}
scenarios: [layer]
`

const WRITE_TREE = `workload: write-tree
title: Write a tree of small files
question: How long does it take to write 2,000 small files?
image: { dockerfile: Dockerfile }
run: ["\${agent}", make-tree, tree, "2000"]
metrics:
${DURATION}
verify:
  - { params: {}, directory: tree, files: 2000, links: 0 }
scenarios: [layer, volume, bind]
`
