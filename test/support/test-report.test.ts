import { expect, it } from 'vitest'
import { firstLines, wordsOf, type Finding } from './test-report.ts'

const nothing = { passed: 3, failed: [], secondTry: [], skipped: {} }
const finding = (name: string): Finding => ({ name, message: `${name} was not so` })

it('says nothing of tests that passed', () => {
  expect(wordsOf(nothing)).toEqual([])
})

it('names what failed, what passed only when it was run again, and what was skipped', () => {
  const report = {
    ...nothing,
    failed: [finding('one')],
    secondTry: [finding('two')],
    skipped: { 'here.test.ts': 2, 'there.test.ts': 1 },
  }
  expect(wordsOf(report)).toEqual([
    'skipped  2 in here.test.ts',
    'skipped  1 in there.test.ts',
    'skipped  3 tests in all',
    'passed on the second try: two',
    '    two was not so',
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
