import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { rareSeeds, testSeeds } from './extent.ts'
import { keptSeeds } from './kept.ts'
import { makeLedger, wrongReasons } from './ledger.ts'
import { failedLines } from './report.ts'
import { playSeed } from './seeds.ts'
import { makeTemplates } from './template.ts'
import { spreadSeeds } from './workers.ts'

describe('machines, one service, and everything that can go wrong between them', () => {
  it('keep every invariant of sync', { timeout: 2_400_000 }, async () => {
    const ledger = makeLedger()
    const kept = [...keptSeeds, ...rareSeeds]
    const sum = await spreadSeeds({
      onMet: (_, met) => ledger.add(met),
      kept,
      from: 1,
      count: testSeeds,
      workers: availableParallelism(),
      enough: 20,
    })
    expect(failedLines(sum.failed)).toEqual([])
    expect(sum.seeds).toBe(kept.length + testSeeds)
    expect(wrongReasons(ledger.counts())).toEqual([])
  })

  it('leave no memory behind', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const templates = await makeTemplates()
    const left: WeakRef<object>[] = []
    for (const seed of [7, 8, 9]) {
      await playSeed(seed, templates, null, false, (model) => left.push(new WeakRef(model)))
    }
    await until(() => {
      collect()
      expect(left.filter((world) => world.deref())).toEqual([])
    })
  })

  it('take the same course with the same seed, and another with another', async () => {
    const templates = await makeTemplates()
    const hashOf = async (seed: number) => (await playSeed(seed, templates)).hash
    expect(await hashOf(7)).toBe(await hashOf(7))
    expect(await hashOf(7)).not.toBe(await hashOf(8))
  })
})
