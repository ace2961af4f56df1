import { runDocument } from '../document.ts'
import type { Entry } from './entry.ts'

/** Texts that are not JSON, or that two parsers could read differently. */
export function parseEntries(): Entry[] {
  const base = JSON.stringify(runDocument())
  const bad = (name: string, code: string, pointer: string, text: string): Entry => {
    if (text === base) throw new Error(`${name}: nothing was changed`)
    return { name, text, valid: false, stage: 'parse', code, pointer }
  }
  const memory = (literal: string) => base.replace('8589934592', literal)
  const os = (literal: string) => base.replace('"Debian"', literal)
  const nested = (depth: number) => base.replace('"docker"', `${'['.repeat(depth)}${']'.repeat(depth)}`)
  const keys = Array.from({ length: 1001 }, (_, i) => `"k${i}":0`).join()
  const notUtf8 = Buffer.from(os('"Debian \u00ff"'), 'latin1').toString('base64')
  return [
    bad('empty', 'syntax', '', ''),
    bad('cut off', 'syntax', '/benchmarks/1/samples', base.slice(0, -4)),
    bad('NaN', 'syntax', '/host/memory', memory('NaN')),
    bad('Infinity', 'syntax', '/host/memory', memory('Infinity')),
    bad('minus Infinity', 'syntax', '/host/memory', memory('-Infinity')),
    bad('1e400', 'number-out-of-range', '/host/memory', memory('1e400')),
    bad('-1e400', 'number-out-of-range', '/host/memory', memory('-1e400')),
    bad('1e-400, which a double makes zero', 'number-rounded', '/host/memory', memory('1e-400')),
    bad('2^53', 'number-out-of-range', '/host/memory', memory('9007199254740992')),
    bad('2^53 + 1', 'number-out-of-range', '/host/memory', memory('9007199254740993')),
    bad('-(2^53 + 1)', 'number-out-of-range', '/host/memory', memory('-9007199254740993')),
    bad('2^53 + 1 with a fraction', 'number-out-of-range', '/host/memory', memory('9007199254740993.0')),
    bad('a hundred digits', 'number-out-of-range', '/host/memory', memory('1'.repeat(100))),
    bad('a fraction that a double makes whole', 'number-rounded', '/host/memory', memory('3000000000.0000000000000001')),
    bad('900 nines after the point', 'number-rounded', '/host/memory', memory(`0.${'9'.repeat(900)}`)),
    bad('a fraction by its exponent that a double makes whole', 'number-rounded', '/host/memory', memory('30000000000000000000000001e-16')),
    bad('a fraction next to 2^53', 'number-rounded', '/host/memory', memory('9007199254740990.6')),
    bad('50,000 nines after the point', 'number-too-long', '/host/memory', memory(`0.${'9'.repeat(50_000)}`)),
    bad('a number of 1,001 characters', 'number-too-long', '/host/memory', memory(`4.${'0'.repeat(999)}`)),
    bad('a leading zero', 'syntax', '/host', memory('01')),
    bad('a leading plus', 'syntax', '/host/memory', memory('+1')),
    bad('a point without digits', 'syntax', '/host', memory('1.')),
    bad('a hexadecimal number', 'syntax', '/host', memory('0x10')),
    bad('a duplicate key', 'duplicate-key', '/status', base.replace('"status"', '"status":"partial","status"')),
    bad('a duplicate key, one of them escaped', 'duplicate-key', '/status', base.replace('"status"', '"\\u0073tatus":"partial","status"')),
    bad('a duplicate __proto__', 'duplicate-key', '/__proto__', base.replace('{', '{"__proto__":1,"__proto__":2,')),
    bad('an escaped lone surrogate', 'lone-surrogate', '/host/os/name', os('"\\ud800"')),
    bad('an escaped pair the wrong way round', 'lone-surrogate', '/host/os/name', os('"\\ude00\\ud83d"')),
    bad('a raw lone surrogate', 'lone-surrogate', '/host/os/name', os('"\ud800"')),
    bad('a lone surrogate in a key', 'lone-surrogate', '', base.replace('{', '{"\\udc00":1,')),
    bad('a raw control character in a string', 'syntax', '/host/os/name', os('"a\tb"')),
    bad('a bad escape', 'syntax', '/host/os/name', os('"\\x41"')),
    bad('a string in single quotes', 'syntax', '/host/os/name', os("'Debian'")),
    bad('a comma too many', 'syntax', '/deviations/0', base.replace('"deviations":[]', '"deviations":[,]')),
    bad('a comma before the end of a list', 'syntax', '/calibration/spawn/0/values/1', base.replace('[60000]', '[60000,]')),
    bad('a comma before the end of an object', 'syntax', '/calibration', base.replace('[60000]}]}', '[60000]}],}')),
    bad('a comment', 'syntax', '', `// run\n${base}`),
    bad('a second document', 'syntax', '', `${base}\n{}`),
    bad('a byte order mark', 'byte-order-mark', '', `\ufeff${base}`),
    bad('white space that is none in JSON', 'syntax', '', `\u00a0${base}`),
    bad('nested 65 levels deep', 'too-deep', `/engines/0/id${'/0'.repeat(61)}`, nested(62)),
    bad('10,000 lists in each other', 'too-deep', '/0'.repeat(64), '['.repeat(10_000)),
    bad('1,001 keys in one object', 'too-many-keys', '/host/os/name', os(`{${keys}}`)),
    { name: 'a byte order mark in bytes', base64: Buffer.from(`\ufeff${base}`).toString('base64'), valid: false, stage: 'parse', code: 'byte-order-mark', pointer: '' },
    { name: 'bytes that are not UTF-8', base64: notUtf8, valid: false, stage: 'parse', code: 'encoding', pointer: '' },
  ]
}
