import { expect, it } from 'vitest'
import { firstLines } from './test-report.ts'

it('shows the first plain lines of a message, and where in our own files it was thrown', () => {
  const message = [
    '\u001B[31mexpected 1 to be 2\u001B[39m',
    '',
    ...Array.from({ length: 9 }, (_, nth) => `line ${nth}`),
    '    at file:///node_modules/vitest/dist/run.js:1:1',
    '    at test/e2e/at-work.ts:98:9',
    '    at test/e2e/states.test.ts:163:3',
    '    at new Promise (<anonymous>)',
  ].join('\n')
  expect(firstLines(message)).toEqual([
    '    expected 1 to be 2',
    '    line 0',
    '    line 1',
    '    line 2',
    '        at test/e2e/at-work.ts:98:9',
    '        at test/e2e/states.test.ts:163:3',
  ])
})
