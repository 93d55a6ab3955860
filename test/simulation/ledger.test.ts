import { describe, expect, it } from 'vitest'
import type { Ranges } from './branches.ts'
import {
  cardSituation,
  faultSituation,
  fewWorlds,
  makeLedger,
  unmetIn,
  wrongReasons,
  type Met,
} from './ledger.ts'
import { spreadSeeds } from './workers.ts'

describe('the ledger of situations', () => {
  it('counts an inner branch separately', () => {
    const ledger = makeLedger()
    const met = (outer: number, inner: number): Ranges => ({
      'decide/plan': [
        [0, 400, outer],
        [200, 300, inner],
      ],
    })
    ledger.add({ ranges: met(3, 0), events: {} })
    ledger.add({ ranges: met(2, 1), events: {} })
    const counts = [...ledger.counts()].filter(([name]) => name.startsWith('decide/plan.ts'))
    expect(counts.map(([, count]) => count)).toEqual([5, 1])
  })

  it('names the situations that never occurred', () => {
    const ledger = makeLedger()
    const fault = faultSituation('late', { method: 'POST', list: true }, 'times')
    ledger.add({ ranges: {}, events: { [cardSituation('twin', 'mine')]: 1, [fault]: 2 } })
    const unmet = unmetIn(ledger.counts())
    expect(unmet).not.toContain(fault)
    expect(unmet).not.toContain('card twin: mine')
    expect(unmet).toContain('card twin: theirs')
    expect(unmet).toContain('fault late on POST expenses')
    expect(unmet).toContain('fault hidden on GET times list')
    expect(unmet).not.toContain('fault hidden on POST times')
  })

  it('finds few worlds that meet all that all of them meet', () => {
    const world = (seed: number, ...events: string[]) => ({
      seed,
      met: { ranges: {}, events: Object.fromEntries(events.map((name) => [name, 1])) },
    })
    const all = [world(1, 'a'), world(2, 'a', 'b', 'c'), world(3, 'c', 'd'), world(4, 'b')]
    expect(fewWorlds(all)).toEqual([
      { seed: 2, adds: 3 },
      { seed: 3, adds: 1 },
    ])
  })

  it('sees the branches that the engine takes in a world, and no others', async () => {
    const ledger = makeLedger()
    const onMet = (_: unknown, met: Met) => ledger.add(met)
    await spreadSeeds({ from: 1, count: 1, workers: 1, enough: 1, onMet })
    const counts = [...ledger.counts()]
    const countOf = (text: string) => counts.find(([name]) => name.includes(text))?.[1]
    expect(countOf('return planUnread')).toBeGreaterThan(0)
    expect(countOf('throw new Error(')).toBe(0)
    expect(wrongReasons(ledger.counts())).toEqual([])
    const because = 'of a test'
    const [met, gone] = [
      { code: 'return planUnread', because },
      { code: 'no such code', because },
    ]
    expect(wrongReasons(ledger.counts(), [met])).toEqual([
      expect.stringMatching(/return planUnread.* is met after all$/),
    ])
    expect(wrongReasons(ledger.counts(), [gone])).toEqual(['nowhere: there is no “no such code”'])
  })
})
