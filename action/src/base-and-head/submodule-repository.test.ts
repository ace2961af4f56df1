import { expect, test } from 'vitest'
import { submoduleRepository } from './submodule-repository.ts'

const repositoryOf = (url: string, parent: string | null = 'owner/name') =>
  submoduleRepository(url, parent, 'https://github.example')

test.each([
  ['../lib', 'owner/lib'],
  ['../lib.git', 'owner/lib'],
  ['../../other/lib.git/', 'other/lib'],
  ['https://github.example/other/lib', 'other/lib'],
  ['https://x:y@github.example/other/lib.git', 'other/lib'],
  ['http://github.example/other/lib', 'other/lib'],
  ['git@github.example:other/lib.git', 'other/lib'],
  ['ssh://git@github.example/other/lib.git', 'other/lib'],
])('%s is a repository of the server', (url, repository) => {
  expect(repositoryOf(url)).toBe(repository)
})

test.each([
  ...['https://elsewhere.example/other/lib', 'https://github.example@elsewhere.example/other/lib'],
  ...['https://github.example:8443/other/lib', 'https://github.example.elsewhere.example/other/lib'],
  ...['git@elsewhere.example:other/lib', 'git@github.example:8022:other/lib', 'ssh://github.example:22/other/lib'],
  ...['file:///other/lib', '/other/lib', '../../../other/lib', '../..', '../../../../elsewhere.example/lib', './..'],
  ...['ext::sh -c id', '--upload-pack=id', 'https://github.example/other/lib/more', 'https://github.example/a/..%2f'],
  ...['https://github.example/other/lib?a', 'https:///other/lib', ''],
])('%j is not', (url) => {
  expect(repositoryOf(url)).toBeNull()
})

test('a relative address is relative to the repository with the submodule, if that is on the server', () => {
  expect(repositoryOf('../lib', 'other/name')).toBe('other/lib')
  expect(repositoryOf('../lib', null)).toBeNull()
})
