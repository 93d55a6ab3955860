import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ciSeeds } from './extent.ts'
import { failedLines } from './report.ts'
import { playSeed } from './seeds.ts'
import { makeTemplates } from './template.ts'
import { spreadSeeds } from './workers.ts'

describe('machines, one service, and everything that can go wrong between them', () => {
  it('keep every invariant of sync', { timeout: 2_400_000 }, async () => {
    const sum = await spreadSeeds({
      from: 1,
      count: ciSeeds,
      workers: availableParallelism(),
      enough: 20,
    })
    expect(failedLines(sum.failed)).toEqual([])
    expect(sum.seeds).toBe(ciSeeds)
  })

  it('go the same way with the same seed, and other ways with others', async () => {
    const templates = await makeTemplates()
    const hashOf = async (seed: number) => (await playSeed(seed, templates)).hash
    expect(await hashOf(7)).toBe(await hashOf(7))
    expect(await hashOf(7)).not.toBe(await hashOf(8))
  })
})
