import { expect, test } from 'vitest'
import { parseRegistryAddress } from './registry-address.ts'

test.each([
  ['https://plimsoll.example', { kind: 'http', url: 'https://plimsoll.example' }],
  ['https://plimsoll.example/results/', { kind: 'http', url: 'https://plimsoll.example/results' }],
  ['http://127.0.0.1:8080', { kind: 'http', url: 'http://127.0.0.1:8080' }],
  ['github:example/results', { kind: 'github', owner: 'example', repo: 'results' }],
  ['results', { kind: 'directory', directory: 'results' }],
  ['/srv/results', { kind: 'directory', directory: '/srv/results' }],
  [' ./results ', { kind: 'directory', directory: './results' }],
  ['C:\\results', { kind: 'directory', directory: 'C:\\results' }],
])('%s is a registry', (text, address) => {
  expect(parseRegistryAddress(text)).toEqual(address)
})

test.each([
  '',
  '  ',
  'http://plimsoll.example',
  'ftp://plimsoll.example',
  'file:///etc/passwd',
  'https://user:password@plimsoll.example',
  'https://plimsoll.example/?a=b',
  'https://plimsoll.example/#x',
  'https://',
  'github:example',
  'github:example/results/more',
  'github:../results',
  'github:example/..',
  'http://localhost.evil.example',
])('%s is rejected, and the error shows valid forms', (text) => {
  expect(() => parseRegistryAddress(text)).toThrow(
    /^(Invalid registry: .*|The address of the registry is empty)\. Give https:\/\/…, github:OWNER\/REPO, or a/,
  )
})
