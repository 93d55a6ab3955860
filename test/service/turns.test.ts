import { describe, expect, it } from 'vitest'
import {
  createLine,
  createRequestQueue,
  Crowded,
  turnLimits,
  type TurnLimits,
} from '#service/request-queue.ts'

const limits: TurnLimits = { all: 4, organisation: 2, waiting: 3 }

/** A queue on a clock of the test's, and work that lasts until it is told to end. */
function begin(given: Partial<TurnLimits> = {}) {
  let at = 0
  const turns = createRequestQueue({ ...limits, ...given }, () => at)
  const log: string[] = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    turns,
    log,
    settled,
    /** Work that continues until `end` is called. */
    work(organisation: number, name: string) {
      const over = Promise.withResolvers<void>()
      const done = turns.run(organisation, async () => {
        log.push(name)
        await over.promise
      })
      done.catch(() => undefined)
      return { done, end: () => (over.resolve(), done) }
    },
    /** Work that takes this long without other work in between. */
    spend: (organisation: number, milliseconds: number) =>
      turns.run(organisation, () => {
        at += milliseconds
        return Promise.resolve()
      }),
    pass(milliseconds: number) {
      at += milliseconds
    },
  }
}

describe('turns', () => {
  it('begin at once while there is room, also for a request that comes after a crowd of another organisation', async () => {
    const { work, log, settled } = begin()
    const first = work(1, 'a')
    for (const name of ['b', 'c', 'd']) work(1, name)
    work(2, 'other')
    await settled()
    expect(log).toEqual(['a', 'b', 'other'])
    await first.end()
    await settled()
    expect(log).toEqual(['a', 'b', 'other', 'c'])
  })

  it('go to a request that arrives while a crowd is served, before the rest of the crowd', async () => {
    const { turns, log, settled, pass } = begin({ all: 1, organisation: 1 })
    const quick = (organisation: number, name: string) =>
      turns.run(organisation, async () => {
        log.push(name)
        pass(1)
      })
    const crowd = ['a', 'b', 'c'].map((name) => quick(1, name))
    await settled()
    // SQLite works synchronously: the event loop does not run between two such works.
    const other = quick(2, 'other')
    await Promise.all([...crowd, other])
    expect(log).toEqual(['a', 'other', 'b', 'c'])
  })

  it('are given up in the middle of a long work, which continues before others of its own organisation', async () => {
    const { turns, log, settled, pass, work } = begin({ all: 1, organisation: 1 })
    const long = turns.run(1, async (turn) => {
      log.push('long')
      await turn.yield()
      log.push('still the first piece')
      pass(50)
      await turn.yield()
      log.push('rest')
    })
    await settled()
    const [next, other] = [work(1, 'next'), work(2, 'other')]
    for (let round = 0; round < 3; round++) await settled()
    expect(log).toEqual(['long', 'still the first piece', 'other'])
    await other.end()
    await long
    await settled()
    expect(log.slice(3)).toEqual(['rest', 'next'])
    await next.end()
  })

  it('go on after a work that failed', async () => {
    const { turns } = begin({ organisation: 1 })
    await expect(turns.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.run(1, () => Promise.resolve('fine'))).toBe('fine')
  })

  it('go to those first who have spent least', async () => {
    const { work, log, settled, spend } = begin({ all: 1 })
    await spend(1, 100)
    await spend(2, 10)
    const busy = work(3, 'busy')
    work(1, 'much')
    work(2, 'little')
    await busy.end()
    await settled()
    expect(log).toEqual(['busy', 'little'])
  })

  it('count the time outside the work too, so that thousands of tiny requests do not go first', async () => {
    const { work, log, settled, spend } = begin({ all: 1 })
    await spend(1, 20)
    for (let nth = 0; nth < 200; nth++) await spend(2, 0)
    const busy = work(3, 'busy')
    work(2, 'one of thousands')
    work(1, 'another')
    await busy.end()
    await settled()
    expect(log).toEqual(['busy', 'another'])
  })

  it('forget past use', async () => {
    const { work, log, settled, spend, pass } = begin({ all: 1 })
    await spend(1, 1_000)
    pass(60_000)
    await spend(2, 10)
    const busy = work(3, 'busy')
    work(2, 'lately')
    work(1, 'long ago')
    await busy.end()
    await settled()
    expect(log).toEqual(['busy', 'long ago'])
  })

  it('are never withheld while there is work', async () => {
    const { spend, log, work, settled } = begin()
    for (let nth = 0; nth < 10; nth++) await spend(1, 1_000)
    await spend(2, 1)
    work(1, 'more')
    await settled()
    expect(log).toEqual(['more'])
  })

  it('are refused where very many requests of one organisation wait', async () => {
    const { work, settled } = begin()
    for (const name of ['a', 'b', 'c', 'd', 'e']) work(1, name)
    await expect(work(1, 'f').done).rejects.toThrow(Crowded)
    const other = work(2, 'other')
    await settled()
    await other.end()
  })

  it('are taken one at a time by requests in the line, between other requests of the organisation', async () => {
    const { turns, work, log, settled } = begin({ all: 1, organisation: 1 })
    const first = work(1, 'first')
    await settled()
    const line = createLine(turns)
    const said = (name: string) => async () => void log.push(name)
    const lined = ['a', 'b', 'c', 'd', 'e'].map((name) => line.run(1, said(name)))
    await settled()
    // The maximum number may wait: the line occupies one place, which cannot be refused.
    const others = ['x', 'y'].map((name) => turns.run(1, said(name)))
    await first.end()
    await Promise.all([...lined, ...others])
    expect(log).toEqual(['first', 'a', 'x', 'y', 'b', 'c', 'd', 'e'])
  })

  it('are never refused to requests in the line', async () => {
    const { turns, work, settled } = begin({ all: 1, organisation: 1 })
    const works = [work(1, 'first')]
    await settled()
    works.push(...['a', 'b', 'c'].map((name) => work(1, name)))
    const lined = createLine(turns).run(1, () => Promise.resolve('done'))
    for (const each of works) await each.end()
    expect(await lined).toBe('done')
  })

  it('leave two thirds of the connections to others, and alternate between works on a file', () => {
    expect(turnLimits(null)).toMatchObject({ all: 1, organisation: 1 })
    for (const connections of [3, 10, 20, 1_000]) {
      const { all, organisation } = turnLimits(connections)
      expect(all).toBe(connections)
      expect(organisation * 3).toBeLessThanOrEqual(connections)
    }
    expect(turnLimits(1).organisation).toBe(1)
  })
})
