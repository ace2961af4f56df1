import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const { services, volumes } = parse(readFileSync(path.join(import.meta.dirname, 'compose.yml'), 'utf8'))

test('the registry has a read-only root file system, one volume for its data, and no capabilities', () => {
  expect(services.registry).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
    volumes: ['data:/data', 'builds:/opt/plimsoll/site/.next'],
    ports: [expect.stringMatching(/^127\.0\.0\.1:/)],
  })
  expect(Object.keys(services.registry)).not.toContain('user')
  expect(Object.keys(volumes)).toEqual(['data', 'builds'])
  expect(readFileSync(path.join(import.meta.dirname, 'Dockerfile'), 'utf8')).toMatch(/^USER plimsoll$/m)
})
