/** Reads the changes on the service since a cursor (capability `changes`), page by page. */
import { changePageWire, changeWire, type ChangeWire } from '#shared/resources/feed-change.ts'
import type { ClientReply, ServiceClient } from './service-client.ts'

export interface UnreadableFeedChange {
  /** The service's id, where it can be read. */
  remote: number | null
  resource: string | null
  /** As received, shortened when huge. */
  raw: string
  why: string
}

export interface FeedPage {
  is: 'changes'
  /** In the order of their commits on the service. */
  changes: ChangeWire[]
  bad: UnreadableFeedChange[]
  /** Where to continue. Must be stored in the transaction that applies the page. */
  cursor: string
  more: boolean
}

/**
 * The cursor is older than the start of the feed, or the service was restored from a backup: read
 * everything.
 */
export interface FeedReset {
  is: 'start-over'
}

const limit = 100
const longestRaw = 10_000

/**
 * Yields all pages after a cursor; ends with the last, or with the first reply that is not a page.
 * The next page is requested only when the consumer asks for it, so what it has applied stays
 * applied. Only the first request waits for the pacer, because a first copy is thousands of pages.
 * @param cursor null: from the beginning, which is every record there is
 * @param parameters added to each request
 */
export async function* readFeedPages(
  client: ServiceClient,
  cursor: string | null,
  parameters: Record<string, string | number> = {},
): AsyncGenerator<FeedPage | FeedReset | Exclude<ClientReply, { is: 'applied' }>, void, void> {
  for (let from = cursor, atOnce = false; ; atOnce = true) {
    const page = await readPage(client, from, parameters, atOnce)
    yield page
    // A feed that does not advance would be read without end.
    if (page.is !== 'changes' || !page.more || page.cursor === from) return
    from = page.cursor
  }
}

async function readPage(
  client: ServiceClient,
  cursor: string | null,
  parameters: Record<string, string | number>,
  atOnce: boolean,
): Promise<FeedPage | FeedReset | Exclude<ClientReply, { is: 'applied' }>> {
  const query = { ...parameters, ...(cursor === null ? {} : { cursor }), limit }
  const answer = await client.get('/changes', query, { atOnce })
  if (answer.is === 'gone' && cursor !== null) return { is: 'start-over' }
  if (answer.is !== 'applied') return answer
  const read = changePageWire.safeParse(answer.body)
  if (!read.success) {
    return { is: 'unknown', why: 'Replied without changes', lost: false, after: null }
  }
  const page: FeedPage = {
    is: 'changes',
    changes: [],
    bad: [],
    cursor: read.data.cursor,
    more: read.data.has_more,
  }
  for (const item of read.data.data) {
    const change = changeWire.safeParse(item)
    if (change.success) page.changes.push(change.data)
    else page.bad.push(unreadable(item, change.error.issues[0]?.path.join('.') ?? ''))
  }
  return page
}

function unreadable(item: unknown, field: string): UnreadableFeedChange {
  const { id, resource } = (item ?? {}) as { id?: unknown; resource?: unknown }
  return {
    remote: typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null,
    resource: typeof resource === 'string' ? resource : null,
    raw: (JSON.stringify(item) ?? 'undefined').slice(0, longestRaw),
    why: `${field || 'change'}: can’t be read`,
  }
}
