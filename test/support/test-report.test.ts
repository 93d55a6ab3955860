import { expect, it } from 'vitest'
import { firstLines, wordsOf, type Finding } from './test-report.ts'

const nothing = { passed: 3, failed: [], skipped: {} }
const finding = (name: string): Finding => ({ name, message: `${name} was not so` })

it('says nothing of tests that passed', () => {
  expect(wordsOf(nothing)).toEqual([])
})

it('names what failed, and what was skipped for which reason', () => {
  const report = {
    ...nothing,
    failed: [finding('one')],
    skipped: {
      'zsh is not here': ['here.test.ts', 'here.test.ts', 'there.test.ts'],
      'no reason is given': ['there.test.ts'],
    },
  }
  expect(wordsOf(report)).toEqual([
    'skipped  3: zsh is not here; here.test.ts, there.test.ts',
    'skipped  1: no reason is given; there.test.ts',
    'FAILED  one',
    '    one was not so',
  ])
})

it('stays short enough to be seen, and says how many it leaves out', () => {
  const failed = Array.from({ length: 40 }, (_, nth) => finding(`test ${nth}`))
  const words = wordsOf({ ...nothing, failed })
  expect(words.length).toBeLessThan(30)
  expect(words.at(-1)).toBe('… and 35 more')
})

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
