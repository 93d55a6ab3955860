import { describe, expect, it } from 'vitest'
import type { FileReport, TestReport } from './test-report.ts'
import { filesToReplay, placeOf, verdict, wordsOf } from './verdict.ts'

const hour = 3_600

const ended = (file: string, more: Partial<FileReport> = {}): FileReport => ({
  ...{ project: 'node', file, ended: true, seconds: 10, passed: 3, skipped: [], failed: [] },
  ...more,
})

const broken = (file: string, more: Partial<FileReport> = {}): FileReport =>
  ended(file, { passed: 2, failed: [{ test: 'holds', message: `${file} did not hold` }], ...more })

const report = (...files: FileReport[]): TestReport => ({ files, elsewhere: [] })

/** Replays the failed files of a report; the given reports are the results. */
function judge(first: TestReport, second: TestReport[] = [], strict = false, left = hour) {
  const failed = filesToReplay(first, left)
  const again = failed.flatMap(({ file, broken: why }, nth) =>
    why === undefined && second[nth] ? [[placeOf(file), second[nth]] as const] : [],
  )
  return verdict(first, failed, new Map(again), { strict })
}

describe('the verdict on a run of the tests', () => {
  it('passes where nothing failed', () => {
    const told = judge(report(ended('a'), ended('b')))
    expect(told).toMatchObject({ passed: 6, failed: 0 })
    expect(wordsOf(told)).toEqual([])
  })

  it('calls a test unsteady that passes when its file is played once more, and says where it failed', () => {
    const message = 'b did not hold\n    at b.ts:7:1'
    const first = broken('b', { failed: [{ test: 'holds', message }] })
    const told = judge(report(ended('a'), first), [report(ended('b'))])
    expect(told).toMatchObject({ passed: 6, failed: 0 })
    expect(wordsOf(told)).toEqual([
      'unsteady: [node] b › holds: b did not hold',
      '        at b.ts:7:1',
    ])
  })

  it('counts unsteady tests as failed where it is strict', () => {
    expect(judge(report(broken('b')), [report(ended('b'))], true)).toMatchObject({ failed: 1 })
  })

  it('fails where a test fails again', () => {
    const told = judge(report(ended('a'), broken('b')), [report(broken('b'))])
    expect(told).toMatchObject({ passed: 5, failed: 1 })
    expect(wordsOf(told)).toEqual([
      'FAILED  [node] b › holds (it failed again)',
      '    b did not hold',
    ])
  })

  it('fails where another test of the file fails the second time, and names both', () => {
    const other = { failed: [{ test: 'lasts', message: 'it did not last' }] }
    const told = judge(report(broken('b')), [report(broken('b', other))])
    expect(told.red.map(({ test }) => test)).toEqual(['holds', 'lasts'])
  })

  it('replays a file whose worker died', () => {
    const dead = broken('b', { ended: false, passed: 0 })
    expect(judge(report(dead), [report(ended('b'))])).toMatchObject({ passed: 3, failed: 0 })
    expect(judge(report(dead), [report(dead)])).toMatchObject({ failed: 1 })
    expect(judge(report(dead), [report()])).toMatchObject({ failed: 1 })
  })

  it('fails where fewer tests ran the second time', () => {
    const skipping = ended('b', { passed: 2, skipped: ['no zsh'] })
    const told = judge(report(broken('b')), [report(skipping)])
    expect(told.red).toMatchObject([{ because: 'played once more, fewer tests ran' }])
  })

  it('replays nothing where more than three files failed', () => {
    const three = report(broken('a'), broken('b'), broken('c'))
    expect(filesToReplay(three, hour).every((one) => one.broken === undefined)).toBe(true)
    const told = judge(report(...three.files, broken('d')))
    expect(told.failed).toBe(4)
    expect(told.red[0]!.because).toBe('4 files failed, more than 3')
  })

  it.each([
    'test/simulation/simulation.test.ts',
    'test/simulation/explore/explore.test.ts',
    'test/simulation/mutations/mutations.test.ts',
  ])('never replays a world of the simulation: %s', (file) => {
    const world = broken(file)
    const told = judge(report(world), [report(ended(world.file))])
    expect(told).toMatchObject({ passed: 2, failed: 1 })
  })

  it('fails where an error belongs to no file, and replays nothing then', () => {
    const first = { ...report(ended('a'), broken('b')), elsewhere: ['the set-up did not pass'] }
    expect(judge(first)).toMatchObject({ passed: 5, failed: 2 })
    expect(wordsOf(judge(report(ended('a'))))).toEqual([])
    expect(wordsOf(judge({ ...report(), elsewhere: ['no set-up'] }))).toEqual([
      'FAILED  outside of every file',
      '    no set-up',
    ])
    const second = { ...report(ended('b')), elsewhere: ['thrown late'] }
    expect(judge(report(broken('b')), [second])).toMatchObject({ failed: 1 })
  })

  it('fails where a replay, taking twice as long, would end too late', () => {
    const slow = report(broken('b', { seconds: 100 }))
    expect(filesToReplay(slow, 200)[0]!.broken).toBeUndefined()
    const told = judge(slow, [], false, 199)
    expect(told.red[0]!.because).toBe('there is no time to play it once more')
  })

  it('lists skipped tests with their reasons', () => {
    const [one, other] = ['zsh is not here', 'no reason is given'] as const
    const skipping = [ended('a', { skipped: [one, one] }), ended('b', { skipped: [one, other] })]
    expect(wordsOf(judge(report(...skipping)))).toEqual([
      'skipped  3: zsh is not here; [node] a, [node] b',
      'skipped  1: no reason is given; [node] b',
    ])
  })

  it('stays short enough to be seen, and says how many it leaves out', () => {
    const failed = Array.from({ length: 40 }, (_, nth) => ({ test: `${nth}`, message: 'no' }))
    const words = wordsOf(judge(report(broken('a', { failed })), [report(broken('a', { failed }))]))
    expect(words.length).toBeLessThan(50)
    expect(words.at(-1)).toBe('… and 20 more')
  })
})
