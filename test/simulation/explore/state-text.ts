/**
 * The state of a small world as text that is the same for worlds with the same future: ids by their
 * order, words by their first use, moments by how long ago they were. A process's memory is not in
 * it, except for what it waits for, so worlds that differ in that alone count as one: that can hide
 * a state, and never invents one.
 */
import { createHash } from 'node:crypto'
import { kinds } from '../checks/kinds.ts'
import { looking } from '../checks/looking.ts'
import type { Small } from './moves.ts'

type Row = Record<string, unknown>

export function stateKey(small: Small): string {
  return createHash('sha1').update(stateText(small)).digest('base64')
}

function stateText({ world, machine, network, subject, made, hasSynced }: Small): string {
  const [witness] = machine.witnesses()
  const { kind } = subject
  const { resource } = kinds[kind]
  const sqlite = witness!.sqlite()
  const all = (text: string, ...given: unknown[]) => looking(sqlite, text).all(...given) as Row[]
  const now = world.now()
  const age = (at: unknown): number | null => (at === null ? null : ageOf(now - Number(at)))

  const rows = all(`select * from (${kinds[kind].select.replace(' where deleted_at is null', '')})`)
  const records = all('select * from sync_record where resource = ?', kind)
  const attempts = all('select * from attempt')
  const cards = all('select * from inbox')
  const watched = all('select * from sent_twice')
  const retired = all('select remote_id, local_id from retired_remote')
  const wishes = [...witness!.wishes.all()]

  const locals = ranks([
    ...rows.map(({ id }) => id),
    ...[...records, ...attempts, ...cards, ...watched].map(({ local_id }) => local_id),
    ...wishes.map(({ local }) => local),
  ])
  const local = (id: unknown): string => `L${locals.get(Number(id))}`
  const alive = [...witness!.organisation.held.get(resource)!.values()]
  const remotes = ranks([
    ...alive.map(({ id }) => id),
    ...[...records, ...retired].flatMap(({ remote_id }) => remote_id ?? []),
  ])
  const remote = (id: number): string => `R${remotes.get(id) ?? '-'}`

  const named = {
    rows: rows.map((row) => ({ ...without(row, idle), id: local(row.id) })),
    records: records.map((record) => ({
      ...record,
      local_id: local(record.local_id),
      base: stripped(record.base),
      remote: stripped(record.remote),
      sequence: records.filter((one) => Number(one.sequence) < Number(record.sequence)).length,
      seen_at: age(record.seen_at),
      held_until: age(record.held_until),
    })),
    attempts: attempts.map((attempt) => ({
      ...without(attempt, ['id', 'idempotency_key']),
      local_id: local(attempt.local_id),
      sent_at: age(attempt.sent_at),
      quarantine_until: age(attempt.quarantine_until),
      keyed: attempt.idempotency_key !== null,
    })),
    cards: cards.map(({ local_id, kind: asks, detail, resolved_at }) => [
      local(local_id),
      asks,
      stripped(detail),
      resolved_at === null,
    ]),
    watched: watched.map(({ local_id, sent, watched_until }) => [
      local(local_id),
      sent,
      age(watched_until),
    ]),
    retired: retired.map(({ remote_id, local_id }) => [remote_id, local(local_id)]),
    // The change that undo would undo.
    changes: all(
      `select c.id, c.action, c.undoes is not null as undoes, c.undone_by is not null as undone,
      h.resource, h.before, h.after from change c left join history h on h.change_id = c.id
      where c.id in (select id from change where actor = 'person' and undone_by is null
        order by id desc limit 1) order by c.id, h.id`,
    ).map((row) => ({
      ...without(row, ['id']),
      before: row.before === null ? null : without(JSON.parse(row.before as string) as Row, idle),
      after: row.after === null ? null : without(JSON.parse(row.after as string) as Row, idle),
    })),
    wishes: wishes.map((wish) => ({
      local: local(wish.local),
      groups: [...wish.groups],
      before: [...wish.before],
      removed: wish.removed,
      remotes: [...wish.remotes].map((identity) => Number(identity.split(' ')[0])),
    })),
    there: alive.map((held) => ({
      id: held.id,
      values: held.values,
      created: ageOf(now - held.created),
      maker: held.maker && local(held.maker.split(' ')[1]),
      known: held.known,
      disturbed: held.disturbed,
      again: held.bornAgain,
    })),
    gone: [...remotes.keys()].filter((id) => !alive.some((held) => held.id === id)),
    feed: feedLag(all, witness!.organisation.log.length),
    crossings: network.all().map(({ request, path, answer, awaited, again, sentAt }) => ({
      ...{ method: request.method, path: path.split('?')[0], body: request.body },
      ...{ answer: answer && stripped(answer.body), awaited, again },
      age: ageOf(world.timeline.now() - sentAt),
    })),
    hasSynced,
    made: [made.get('create') ?? 0, made.get('create-there') ?? 0],
  }
  return (
    inOrder(JSON.stringify(named))
      // Every id of the service lies in this range; nothing else in a small world does.
      .replace(/\b1[0-4]\d\b/g, (id) => remote(Number(id)))
  )
}

/** Columns on which no decision of sync or person depends. */
const idle = ['created_at', 'updated_at', 'tie', 'search', 'name_fold'] as const

const without = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)))

/** JSON without its moments. */
const stripped = (text: unknown): unknown =>
  typeof text === 'string'
    ? text
        .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, '@')
        .replace(/\b1[78]\d{11}\b/g, '@')
    : text

/** Whole minutes, the unit in which sync waits, in the future or the past, two at most. */
const ageOf = (milliseconds: number): number =>
  Math.max(-1, Math.min(2, Math.floor(milliseconds / 60_000)))

const ranks = (ids: readonly unknown[]): Map<number, number> =>
  new Map(
    [...new Set(ids.map(Number))].sort((one, other) => one - other).map((id, rank) => [id, rank]),
  )

/** The words of edits, by their first use in the text. */
function inOrder(text: string): string {
  const words = new Map<string, number>()
  return text.replace(/\b(here|there) \d+/g, (word, who: string) => {
    if (!words.has(word)) words.set(word, words.size)
    return `${who} ${'abcdefghijklmnopqrstuvwxyz'[words.get(word)!]}`
  })
}

/** How many changes of the feed have not been read; null without a feed. */
function feedLag(all: (text: string) => Row[], length: number): number | null {
  const [memory] = all(`select value from setting where key = 'sync'`)
  if (!memory) return null
  const { changesCursor } = JSON.parse(memory.value as string) as { changesCursor: string | null }
  return changesCursor === null ? null : length - Number(changesCursor)
}
