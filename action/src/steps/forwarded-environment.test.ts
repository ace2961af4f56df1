import { expect, test } from 'vitest'
import { FORWARDED_ENVIRONMENT } from './forwarded-environment.ts'
import { maskSecrets } from './mask-secrets.ts'

/**
 * The variables that hold no secret: locations, languages, and public information about the workflow run. Before you add
 * one, make sure that no workflow can have a secret in it: a workload can read it.
 */
const PUBLIC = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'LIMA_HOME', 'COLIMA_HOME'],
  ...['DOCKER_CONFIG', 'DOCKER_HOST', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH', 'DOCKER_CONTEXT', 'CONTAINER_HOST'],
  ...['CI', 'NO_COLOR', 'FORCE_COLOR', 'GITHUB_ACTIONS', 'GITHUB_EVENT_PATH', 'GITHUB_REPOSITORY', 'GITHUB_SHA'],
  ...['GITHUB_REF', 'GITHUB_RUN_ID', 'RUNNER_ENVIRONMENT', 'ImageOS', 'PLIMSOLL_PUBLIC_REPOSITORY'],
]

test('a workload sees only variables that are known to hold no secret', () => {
  expect([...FORWARDED_ENVIRONMENT].sort()).toEqual(PUBLIC.sort())
})

test.each(FORWARDED_ENVIRONMENT)('the value of %s is no secret that a comment would mask', (name) => {
  expect(maskSecrets('abc-12345', { [name]: 'abc-12345' })).toBe('abc-12345')
})
