import { expect, test } from 'vitest'
import { readLifecycle } from './container-events.ts'

const docker = [
  ['create', '1795179370149446154'],
  ['attach', '1795179370150779923'],
  ['start', '1795179370370049000'],
  ['die', '1795179370391032787'],
  ['destroy', '1795179370465296060'],
].map(
  ([action, time]) =>
    `{"status":"${action}","Type":"container","Action":"${action}","time":1795179370,"timeNano":${time}}`,
)

test("Docker's events are read to the nanosecond, which their numbers as doubles would lose", () => {
  expect(readLifecycle(docker.join('\n'))).toEqual({ start: 220602846, run: 20983787, remove: 74263273 })
})

test("Podman's events are read from their texts, in any time zone", () => {
  const podman = ['create 12:13.1Z', 'init 12:13.2Z', 'start 12:13.525206145Z', 'died 12:13.6Z', 'remove 12:14Z'].map(
    (event) => {
      const [status, time] = event.split(' ')
      return `{"ID":"9b","Name":"x","Status":"${status}","Time":"2026-11-20T13:${time}","Type":"container"}`
    },
  )
  expect(readLifecycle(podman.join('\n'))).toEqual({ start: 425206145, run: 74793855, remove: 400000000 })
})

test("Podman 5's events are read by their nanoseconds", () => {
  const podman = ['create', 'start', 'died', 'remove'].map(
    (status, n) => `{"ID":"9b","Name":"x","Status":"${status}","time":1795179370,"timeNano":179517937014944615${n}}`,
  )
  expect(readLifecycle(podman.join('\n'))).toEqual({ start: 1, run: 1, remove: 1 })
})

test('without all four events there are no phases', () => {
  expect(readLifecycle(docker.slice(1).join('\n'))).toBeNull()
  expect(readLifecycle('')).toBeNull()
  expect(readLifecycle('not JSON')).toBeNull()
})
