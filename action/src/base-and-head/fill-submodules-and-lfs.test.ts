import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkOut, type Files, git, makeOrigin, type Origin } from '../../test/runner/repository.ts'
import { workloadFile } from '../../test/workload-file.ts'
import type { PullRequestEvent } from '../github/event.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import { checkOutVersions, type Folders } from './check-out-versions.ts'
import { unchangedReason } from './unchanged.ts'

/** A workload file that takes these files of the project. */
const workload = (name: string, fields: Record<string, string>) => ({
  [`.plimsoll/${name}.yml`]: workloadFile(name, fields),
})
const copying = (name: string, path: string) => workload(name, { copy: `[{ from: ./${path}, to: . }]` })

/** The pointer file of Git LFS for a content. */
const oidOf = (content: string) => createHash('sha256').update(content).digest('hex')
const pointer = (content: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(content)}\nsize ${content.length}\n`

const MODEL = { base: 'the weights of base\n'.repeat(20), head: 'x' }
const submodule = (path: string, url: string) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n`

let scratch: string
/** The pull request's repository, at its address on the server. */
let origin: Origin

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  mkdirSync(join(scratch, 'server/owner'), { recursive: true })
  const publish = (name: string, first: Files, head: Files): Origin => {
    const made = makeOrigin(scratch, first, head)
    const link = join(scratch, 'server/owner', `${name}.git`)
    symlinkSync(made.directory, link)
    return { ...made, directory: link }
  }
  const { commits: lib } = publish('lib', { file: 'one' }, { file: 'two' })
  const inMid = { '.gitmodules': submodule('inner', '../lib'), '.gitattributes': '*.bin filter=lfs\n' }
  const { commits: mid } = publish(
    'mid',
    {
      ...{ ...inMid, inner: { commit: lib.first }, 'model.bin': pointer(MODEL.base) },
      ...{ current: { link: 'inner' }, model: { link: 'model.bin' } },
    },
    { inner: { commit: lib.head } },
  )
  const marker = join(scratch, 'ran')
  origin = publish(
    'name',
    {
      ...copying('lib', 'vendor/lib'),
      ...copying('mid', 'vendor/mid'),
      ...copying('far', 'vendor/far/file'),
      ...copying('unnamed', 'vendor/unnamed/file'),
      ...copying('current', 'vendor/mid/current'),
      ...copying('linked', 'vendor/mid/model'),
      ...copying('through', 'through/file'),
      through: { link: 'vendor/mid/inner' },
      ...copying('extended', 'extended.bin'),
      'extended.bin': pointer(MODEL.base).replace('oid', `ext-0-crypt sha256:${oidOf('')}\noid`),
      ...copying('model', 'models'),
      ...copying('secret', 'secret.key'),
      ...copying('texts', 'texts'),
      ...copying('built', 'dist'),
      ...workload('image', { image: '{ dockerfile: Dockerfile }' }),
      Dockerfile: 'FROM debian:13\nCOPY . /\n',
      '.dockerignore': '*\n!app\napp/left-out\n',
      'app/source': 'a',
      '.gitmodules':
        submodule('vendor/lib', '../lib.git') +
        submodule('vendor/mid', '../mid.git') +
        submodule('vendor/far', `ext::sh -c touch% ${marker}`),
      'vendor/lib': { commit: lib.first },
      'vendor/mid': { commit: mid.first },
      'vendor/far': { commit: lib.first },
      'vendor/unnamed': { commit: lib.first },
      '.gitattributes': '*.bin filter=lfs\n*.key filter=crypt\ntexts/dos eol=crlf\ntexts/apart export-ignore\n',
      '.lfsconfig': '[lfs]\n\turl = https://elsewhere.example/lfs\n',
      'models/a.bin': pointer(MODEL.base),
      'models/same.bin': pointer(MODEL.base),
      'secret.key': 'encrypted',
      'texts/dos': 'a\n',
      'texts/apart': 'a',
      '.gitignore': '/dist\n/app/built\n',
    },
    {
      'vendor/lib': { commit: lib.head },
      'vendor/mid': { commit: mid.head },
      'models/a.bin': pointer(MODEL.head),
      'models/same.bin': pointer(MODEL.head),
      'texts/apart': 'b',
    },
  )
  return () => rmSync(scratch, { recursive: true })
})
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('GITHUB_SERVER_URL', `file://${scratch}/server`)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/**
 * Checks out both versions for these workloads, whose names are separated by blanks.
 * @returns the folders, and the contents of a file in base and in head
 */
async function versionsOf(names: string, file: string, checkout = checkOut(origin, scratch), token = '') {
  const { base, head } = origin.commits
  const directory = mkdtempSync(join(scratch, 'step-'))
  const event = { repository: { fullName: 'owner/name' }, base: { sha: base }, head: { sha: head } }
  const folders = await checkOutVersions(checkout, event as PullRequestEvent, token, directory, {
    named: names.split(' '),
  })
  return { folders, files: filesOf(folders, file) }
}

/** The contents of a file in base and in head; null if a version does not have it. */
const filesOf = ({ base, head }: Folders, file: string) =>
  [base, head].map((folder) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null))

/** Puts the contents of a file in Git LFS into a repository. */
const store = (gitDirectory: string, content: string, oid = oidOf(content)) => {
  const file = join(gitDirectory, 'lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Expect that a check measures this workload, and that its run document has the commits of both versions. */
function expectMeasured(name: string, folders: Folders): void {
  const { request } = readInputs((input) => (input === 'workloads' ? name : ''), folders.head)
  expect(unchangedReason(request, folders)).toBeNull()
  expect(Object.values(folders).map((folder) => git(folder, 'status', '--porcelain'))).toEqual(['', ''])
}

function withSubmodules(): string {
  const checkout = checkOut(origin, scratch)
  const update = ['submodule', 'update', '--init', '--recursive', '--depth=1', '--', 'vendor/lib', 'vendor/mid']
  git(checkout, '-c', 'protocol.file.allow=always', ...update)
  return checkout
}

describe('a submodule', () => {
  test('that is bumped, or that a link leads to, has the contents of both commits, and is measured', async () => {
    const { folders, files } = await versionsOf('lib through', 'vendor/lib/file')
    expect(files).toEqual(['one', 'two'])
    expectMeasured('lib', folders)
    expect(filesOf(folders, 'through/file')).toEqual(['one', 'two'])
  })

  test('in a submodule has the contents of both commits, if the checkout has those of head only', async () => {
    const checkout = withSubmodules()
    store(join(checkout, '.git/modules/vendor/mid'), MODEL.base)
    const { folders, files } = await versionsOf('mid', 'vendor/mid/inner/file', checkout)
    expect(files).toEqual(['one', 'two'])
    expect(readFileSync(join(folders.base, 'vendor/mid/model.bin'), 'utf8')).toBe(MODEL.base)
  })

  test('is taken from the checkout, although the server no longer has it', async () => {
    const checkout = withSubmodules()
    git(join(checkout, 'vendor/lib'), 'fetch', '--unshallow', '--quiet')
    vi.stubEnv('GITHUB_SERVER_URL', `file://${scratch}/nowhere`)
    expect(await versionsOf('lib', 'vendor/lib/file', checkout)).toMatchObject({ files: ['one', 'two'] })
  })

  test('of another server is refused with its path, and its address runs nothing', async () => {
    await expect(versionsOf('far', '')).rejects.toThrow(
      /^The workloads use the submodule vendor\/far, whose commit \w{10} in head is not in the checkout and cannot be fetched \(it is not on file:.*\)\. Set submodules: recursive and fetch-depth: 0 in actions\/checkout/,
    )
    expect(existsSync(join(scratch, 'ran'))).toBe(false)
    const checkout = checkOut(origin, scratch)
    rmSync(join(checkout, 'vendor/far'), { recursive: true })
    git(checkout, 'clone', '--quiet', join(scratch, 'server/owner/lib.git'), 'vendor/far')
    git(join(checkout, 'vendor/far'), 'checkout', '--quiet', '--detach', 'origin/main')
    expect(await versionsOf('far', 'vendor/far/file', checkout)).toMatchObject({ files: ['one', 'one'] })
  })

  test('has what a workload uses through a link in it: a submodule, or a file in Git LFS', async () => {
    const checkout = checkOut(origin, scratch)
    store(join(checkout, '.git'), MODEL.base)
    const { folders, files } = await versionsOf('current linked', 'vendor/mid/current/file', checkout)
    expect(files).toEqual(['one', 'two'])
    expectMeasured('current', folders)
    expect(filesOf(folders, 'vendor/mid/model')).toEqual([MODEL.base, MODEL.base])
  })

  test('that .gitmodules does not name is refused with this reason', async () => {
    await expect(versionsOf('unnamed', '')).rejects.toThrow('(.gitmodules does not name its address). ')
  })
})

describe('a file in Git LFS', () => {
  const withObjects = (...contents: string[]) => {
    const checkout = checkOut(origin, scratch)
    for (const content of contents) store(join(checkout, '.git'), content)
    return checkout
  }
  const both = [MODEL.base, MODEL.head]

  test('has its contents from the checkout, in base and in head', async () => {
    const { folders, files } = await versionsOf('model', 'models/same.bin', withObjects(...both))
    expect(files).toEqual(both)
    expectMeasured('model', folders)
  })

  test('is refused with its path and the remedy if its contents are nowhere, or are wrong', async () => {
    await expect(versionsOf('model', '')).rejects.toThrow(
      /^The workloads use models\/a\.bin, whose contents in head are in Git LFS, .* Set lfs: true in actions\/checkout\.$/,
    )
    await expect(versionsOf('model', '', withObjects(MODEL.head))).rejects.toThrow(
      `After actions/checkout with lfs: true, run \`git lfs fetch origin ${origin.commits.base}\`.`,
    )
    const checkout = withObjects()
    store(join(checkout, '.git'), 'y', oidOf(MODEL.head))
    await expect(versionsOf('model', '', checkout)).rejects.toThrow('its contents do not match its hash')
  })

  test('that an extension of Git LFS would change is refused with its path', async () => {
    await expect(versionsOf('extended', '', withObjects(...both))).rejects.toThrow(
      /^The workloads use extended\.bin, whose contents in head are in Git LFS, but an extension of Git LFS changes them\. /,
    )
  })

  describe('of a server', () => {
    let server: Server
    let requests: string[]
    beforeEach(async () => {
      requests = []
      server = createServer(async (request, response) => {
        const { url = '', headers } = request
        requests.push(`${url} ${headers.authorization ?? 'no token'}`)
        if (!url.endsWith('/batch')) return response.end(url.endsWith('base') ? MODEL.base : MODEL.head)
        let body = ''
        for await (const chunk of request) body += chunk
        const href = (oid: string) => `http://${headers.host}/${oid === oidOf(MODEL.base) ? 'base' : 'head'}`
        const objects = JSON.parse(body).objects.map((object: { oid: string }) => ({
          ...{ ...object, actions: { download: { href: href(object.oid) } } },
        }))
        return response.end(JSON.stringify({ objects }))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      vi.stubEnv('GITHUB_SERVER_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
    afterEach(() => server.close())

    test('is fetched from the repository itself, and only this request has the token', async () => {
      const checkout = withObjects(MODEL.head)
      git(checkout, 'fetch', '--quiet', 'origin', origin.commits.base)
      expect(await versionsOf('model', 'models/same.bin', checkout, 'ghs_secret')).toMatchObject({ files: both })
      expect(requests).toEqual([
        expect.stringMatching(/^\/owner\/name\.git\/info\/lfs\/objects\/batch basic /),
        '/base no token',
      ])
    })
  })
})

describe('a file of the checkout', () => {
  const withFiles = (...paths: string[]) => {
    const checkout = checkOut(origin, scratch)
    for (const content of Object.values(MODEL)) store(join(checkout, '.git'), content)
    for (const path of paths) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true })
      writeFileSync(join(checkout, path), 'made by a step')
    }
    return checkout
  }
  const REFUSED = 'The workloads use files of the checkout that are not in the commit of head, or differ there: '

  test('that is not in the commit, or that a step changed, is refused with its path', async () => {
    const ignored = ['app/built/a', 'dist/a']
    const named = 'texts/plimsoll-data.json' // like a run document
    const checkout = withFiles(...ignored, named, 'app/source', 'models/same.bin')
    await expect(versionsOf('image built texts model', '', checkout)).rejects.toThrow(
      `${REFUSED}dist/, app/built/, app/source, models/same.bin, ${named}. `,
    )
  })

  test('that a step deleted, or that leads elsewhere since, is refused with its path, also in submodules', async () => {
    const checkout = withSubmodules()
    for (const path of ['texts/apart', 'secret.key', 'vendor/lib/file', 'through']) rmSync(join(checkout, path))
    rmSync(join(checkout, 'vendor/mid'), { recursive: true })
    symlinkSync('texts', join(checkout, 'through'))
    await expect(versionsOf('texts lib through', '', checkout)).rejects.toThrow(
      `${REFUSED}texts/apart, vendor/mid, vendor/lib/file, through. `,
    )
  })

  test('that the workload does not use may be anything, and submodules that it does not use stay empty', async () => {
    const checkout = withFiles('app/left-out', 'node_modules/a', '.plimsoll/other.yml')
    const { folders, files } = await versionsOf('image', 'app/source', checkout)
    expect(files).toEqual(['a', 'a'])
    expect(filesOf(folders, 'vendor/lib/file')).toEqual([null, null])
  })
})

describe('the files of both versions', () => {
  test('are complete in a sparse checkout, with the line ends of .gitattributes, and with what only an export leaves out', async () => {
    const checkout = checkOut(origin, scratch)
    git(checkout, 'sparse-checkout', 'set', '--cone', 'app')
    expect(existsSync(join(checkout, 'texts'))).toBe(false)
    const { folders, files } = await versionsOf('texts', 'texts/apart', checkout)
    expect(files).toEqual(['a', 'b'])
    expect(filesOf(folders, 'texts/dos')).toEqual(['a\r\n', 'a\r\n'])
    expectMeasured('texts', folders)
  })

  test.each([
    ['its own remote', '', (_: string) => {}],
    [
      'the server with the token',
      'ghs_secret',
      (checkout: string) => git(checkout, 'remote', 'set-url', 'origin', '/-'),
    ],
  ])('are complete in a partial clone, from %s', async (_, token, damage) => {
    git(origin.directory, 'config', 'uploadpack.allowFilter', 'true')
    const checkout = mkdtempSync(join(scratch, 'workspace-'))
    const clone = ['clone', '--quiet', '--no-checkout', '--filter=tree:0', `file://${origin.directory}`, '.']
    git(checkout, ...clone)
    git(checkout, 'fetch', '--quiet', '--filter=tree:0', 'origin', 'refs/pull/1/merge')
    git(checkout, 'sparse-checkout', 'set', '--no-cone', '/app/')
    git(checkout, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
    damage(checkout)
    expect(await versionsOf('texts', 'texts/apart', checkout, token)).toMatchObject({ files: ['a', 'b'] })
  })

  test('of a filter of the machine are refused with the path, and the filter does not run', async () => {
    const checkout = checkOut(origin, scratch)
    expect(await versionsOf('secret', 'secret.key', checkout)).toMatchObject({ files: ['encrypted', 'encrypted'] })
    const marker = join(scratch, 'filtered')
    for (const [key, value] of [
      ['smudge', `touch ${marker}; cat`],
      ['required', 'true'],
    ] as const)
      git(checkout, 'config', `filter.crypt.${key}`, value)
    await expect(versionsOf('secret', '', checkout)).rejects.toThrow(
      /^The workloads use secret\.key, which git writes with the filter 'crypt' on this machine\./,
    )
    expect(existsSync(marker)).toBe(false)
  })
})
