import { describe, expect, it } from 'vitest'
import type { HttpOutcome } from '#core/ports.ts'
import { createServiceClient } from '#core/sync/http/service-client.ts'
import { readFeedPages } from '#core/sync/http/read-feed.ts'
import { createPacer } from '#core/sync/http/pacer.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

/** Answers by cursor; '' is none. */
async function read(
  pages: Record<string, HttpOutcome | object>,
  cursor: string | null,
): Promise<{ asked: string[]; seen: unknown[] }> {
  const asked: string[] = []
  const client = createServiceClient({
    clock: virtualClock(),
    connection: { url: 'https://time.test', header: 'Authorization', scheme: 'Bearer' },
    token: 'token',
    signal: new AbortController().signal,
    counted: () => {},
    http(request) {
      asked.push(new URL(request.url).search)
      const page = pages[new URL(request.url).searchParams.get('cursor') ?? '']!
      return Promise.resolve(
        'is' in page
          ? page
          : { is: 'answer', status: 200, headers: {}, body: JSON.stringify(page) },
      )
    },
  })
  const seen: unknown[] = []
  for await (const page of readFeedPages(client, cursor, { include: 'user' })) seen.push(page)
  return { asked, seen }
}

const change = (id: number, more: object = {}) => ({
  cursor: String(id),
  resource: 'times',
  id,
  action: 'updated',
  record: { id },
  ...more,
})

describe('the feed of changes', () => {
  it('is read to its end, page by page, from the cursor on', async () => {
    const { asked, seen } = await read(
      {
        5: { data: [change(6), change(7)], cursor: '7', has_more: true },
        7: { data: [change(8, { action: 'deleted', record: null })], cursor: '8', has_more: false },
      },
      '5',
    )
    expect(asked).toEqual(['?include=user&cursor=5&limit=100', '?include=user&cursor=7&limit=100'])
    expect(seen).toMatchObject([
      { is: 'changes', changes: [{ id: 6 }, { id: 7 }], bad: [], cursor: '7', more: true },
      { is: 'changes', changes: [{ id: 8, action: 'deleted' }], cursor: '8', more: false },
    ])
  })

  it('waits for the pacer before its first page alone, until the service asks for fewer requests', async () => {
    const clock = virtualClock()
    const times: number[] = []
    let complaint = Infinity
    const client = createServiceClient({
      clock,
      connection: { url: 'https://time.test', header: 'Authorization', scheme: 'Bearer' },
      token: 'token',
      signal: new AbortController().signal,
      counted: () => {},
      pacer: createPacer(clock),
      http() {
        times.push(clock.monotonic())
        const next = times.length
        const body = { data: [change(next)], cursor: String(next), has_more: next < 400 }
        const status = next === complaint ? 429 : 200
        return Promise.resolve({ is: 'answer', status, headers: {}, body: JSON.stringify(body) })
      },
    })
    const readAll = async () => {
      for await (const page of readFeedPages(client, null)) void page
    }
    await clock.until(readAll())
    expect(times).toHaveLength(400)
    expect(times.at(-1)).toBe(0)

    times.length = 0
    complaint = 3
    await clock.until(readAll())
    expect(times).toHaveLength(3)
    complaint = Infinity
    await clock.until(readAll())
    expect(times.at(-1)! - times.at(3)!).toBeGreaterThan(100_000)
  })

  it('starts over when the cursor is too old, and only then', async () => {
    const gone: HttpOutcome = { is: 'answer', status: 410, headers: {}, body: '{}' }
    expect((await read({ 5: gone }, '5')).seen).toEqual([{ is: 'start-over' }])
    expect((await read({ '': gone }, null)).seen).toEqual([{ is: 'gone' }])
  })

  it('ends at the first failed page, with the pages before it', async () => {
    const { seen } = await read(
      {
        '': { data: [change(1)], cursor: '1', has_more: true },
        1: { is: 'lost', why: 'cut' },
      },
      null,
    )
    expect(seen).toMatchObject([
      { is: 'changes', cursor: '1' },
      { is: 'unknown', lost: true },
    ])
  })

  it('ends where the cursor of a feed does not move', async () => {
    const stuck = { data: [], cursor: '5', has_more: true }
    expect((await read({ 5: stuck }, '5')).asked).toHaveLength(1)
  })

  it('sets aside a change that cannot be read', async () => {
    const { seen } = await read(
      { '': { data: [change(1), null, change(3, { action: 'eaten' })], cursor: 3, has_more: 0 } },
      null,
    )
    expect(seen).toMatchObject([
      {
        changes: [{ id: 1 }],
        bad: [
          { remote: null, raw: 'null' },
          { remote: 3, resource: 'times', why: 'action: can’t be read' },
        ],
        cursor: '3',
        more: false,
      },
    ])
  })

  it('counts as missing when another program answers', async () => {
    expect((await read({ '': { data: 'none' } }, null)).seen).toMatchObject([
      { is: 'unknown', lost: false },
    ])
  })
})
