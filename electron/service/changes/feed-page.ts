/**
 * Reads the changes of an organisation after a cursor (docs/API.md, Changes).
 *
 * A cursor is the number of the last change that its holder has seen, in an epoch of the database.
 * Until a client that started from nothing has caught up, the cursor also contains the newest number
 * at its start: earlier deletions do not concern that client, so they may be forgotten in the
 * meantime.
 */
import type { Db } from '#core/store/database/db.ts'
import { readFeedChangesAfter, readFeedCounter } from '#core/store/service/change-feed.ts'
import { readEpoch } from '#core/store/service/service-state.ts'
import type { ChangePage, ChangeRecord } from '#shared/resources/feed-change.ts'
import type { Turn } from '../request-queue.ts'
import type { FeedRecordReader } from './feed-records.ts'

export interface FeedCursor {
  /** Undefined in a cursor of an older version, which cannot be continued. */
  epoch: string | undefined
  position: number
  /** The newest number when a full read began; at most `position` once it has caught up. */
  start: number
}

/** Returns undefined when the text is no cursor. */
export function parseFeedCursor(text: string): FeedCursor | undefined {
  const [, epoch, position, start] =
    /^(?:([\w-]{16})\.)?(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? []
  if (position === undefined) return undefined
  return { epoch, position: Number(position), start: Number(start ?? position) }
}

const formatCursor = ({ epoch, position, start }: FeedCursor): string =>
  `${epoch}.${position < start ? `${position}-${start}` : position}`

/**
 * @param cursor undefined: from the beginning, which is every existing record
 * @returns null when the cursor can no longer be continued and its holder has to start over
 */
export async function readFeedPage(
  db: Db,
  organisation: number,
  cursor: FeedCursor | undefined,
  limit: number,
  records: FeedRecordReader,
  turn: Turn,
): Promise<ChangePage | null> {
  const counter = await readFeedCounter(db, organisation)
  const epoch = (await readEpoch(db))?.epoch
  const { position, start } = cursor ?? { position: 0, start: counter.sequence }
  if (cursor && cursor.epoch !== epoch) return null
  // Beyond the end: the database was restored to an earlier state.
  if (Math.max(position, start) > counter.sequence) return null

  const changes = await readFeedChangesAfter(db, organisation, position, limit + 1)
  const page = changes.slice(0, limit)
  const found = await records(page, turn)
  // Read last: what was forgotten while the changes were read counts too.
  const { horizon } = await readFeedCounter(db, organisation)
  if (Math.max(position, start) < horizon) return null

  const data = page.flatMap((change): ChangeRecord[] => {
    const { resource, record_id: id, sequence, deleted_at } = change
    const record = deleted_at === null ? found.get(`${resource}/${id}`) : null
    // Deleted since: that is a change of its own, further on.
    if (record === undefined) return []
    // Includes records that have not changed since a full walk began.
    const born = change.created_sequence > position || (position < start && sequence <= start)
    const action = record === null ? 'deleted' : born ? 'created' : 'updated'
    const next = formatCursor({ epoch, position: sequence, start })
    return [{ cursor: next, resource, id, action, record: record as ChangeRecord['record'] }]
  })
  return {
    data,
    cursor: formatCursor({ epoch, position: page.at(-1)?.sequence ?? position, start }),
    has_more: changes.length > limit,
  }
}
