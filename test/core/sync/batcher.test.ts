import { describe, expect, it } from 'vitest'
import { createBatcher } from '#core/sync/pass/batcher.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const items = Array.from({ length: 500 }, (_, nth) => nth)

/** The sizes of the chunks, where each item takes this long. */
async function sizes(milliseconds: number): Promise<number[]> {
  const clock = virtualClock()
  const found: number[] = []
  const seen: number[] = []
  await clock.until(
    createBatcher(clock, { targetMilliseconds: 8, minimumItems: 4 }).each(items, async (piece) => {
      found.push(piece.length)
      seen.push(...piece)
      if (milliseconds > 0) await clock.sleep(piece.length * milliseconds)
    }),
  )
  expect(seen).toEqual(items)
  return found
}

describe('chunks', () => {
  it('begin small, since the first items cost the most', async () => {
    expect((await sizes(0))[0]).toBe(4)
  })

  it('grow to what fits into a few milliseconds', async () => {
    const found = await sizes(0.25)
    expect(Math.max(...found)).toBeLessThanOrEqual(48)
    expect(found.slice(4, -1).every((size) => size * 0.25 <= 12)).toBe(true)
    expect(found.length).toBeLessThan(40)
  })

  it('are never too small to make progress, nor larger than a page', async () => {
    expect(Math.min(...(await sizes(50)).slice(0, -1))).toBe(4)
    expect(Math.max(...(await sizes(0)))).toBe(100)
  })
})
