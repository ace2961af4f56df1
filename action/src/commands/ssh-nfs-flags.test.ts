import { expect, test } from 'vitest'
import { engineOptions, parseNfs } from './ssh-nfs-flags.ts'

test('an NFS export is a folder, an address, a path and options as mount takes them', () => {
  expect(parseNfs('/srv/shared=192.168.5.2:/shared,port=2049,nfsvers=4.2')).toEqual({
    directory: '/srv/shared',
    address: '192.168.5.2',
    path: '/shared',
    options: 'port=2049,nfsvers=4.2',
  })
})

test.each(['/srv', '/srv=', '=host:/x', '/srv=host', '/srv=host:'])(
  '%s is invalid, and the error shows the valid form',
  (text) => {
    expect(() => parseNfs(text)).toThrow('It takes a folder, =, and how the engine mounts it')
  },
)

test('ssh settings without a destination are rejected', () => {
  expect(() => engineOptions({ sshShare: { host: '/a', machine: '/b' } })).toThrow('Add --ssh')
  expect(engineOptions({})).toEqual({})
})
