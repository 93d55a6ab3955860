import { expect, it } from 'vitest'
import { parsePort } from '#shared/rules/tcp-ports.ts'

it('reads the ports that a program may be given, and nothing else', () => {
  expect([' 4690 ', '1024', '65535'].map(parsePort)).toEqual([4690, 1024, 65_535])
  expect(['', '80', '1023', '65536', '46.9', '-4690', '4e3', 'port'].map(parsePort)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  )
})
