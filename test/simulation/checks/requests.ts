/** Checks each request against the machine's database at the moment when it leaves. */
import { looking } from './looking.ts'
import type Sqlite from 'better-sqlite3'
import type { HttpRequest } from '#core/ports.ts'
import { kindOfResource, kinds, type Kind, type Row } from './kinds.ts'

export interface RequestChecks {
  /** Checks a request; returns the local record behind a create, or null. */
  asked(request: HttpRequest, path: string): { kind: Kind; local: number } | null
  answered(request: HttpRequest, path: string, status: number | null, body: string): void
  /** The machine knows the outcome of the record's create. */
  known(kind: Kind, local: number): void
  /** The process died: the outcome of what was under way is unknown. */
  died(): void
}

interface Sent {
  kind: Kind
  local: number
  key: string
  at: number
  /** `open`: under way. */
  outcome: 'open' | 'unknown'
  /** With a key or a uid of its own, so that the service carries it out once. */
  repeatable: boolean
  request: HttpRequest | null
}

/** The result of a look, as text: most looks are followed by no write, and need no parsing. */
interface Look {
  seen: string
  base: string | null
  /** Groups of an update of ours that may have arrived, as it was sent. */
  sent: string | null
}

/** A request that lost its answer can still be carried out for this long after it was sent. */
const quarantine = 60_000

export function makeRequestChecks(
  sqlite: () => Sqlite.Database,
  now: () => number,
  fail: (invariant: number, what: string) => void,
): RequestChecks {
  let sent: Sent[] = []
  const looks = new Map<string, Look>()

  return {
    asked(request, path) {
      const { kind, id } = aboutIn(path)
      if (!kind || request.method === 'GET') return null
      if (request.method === 'POST') return id === null ? post(request, kind) : null
      if (id !== null) write(request, kind, id)
      return null
    },
    answered(request, path, status, body) {
      const own = sent.find((one) => one.request === request)
      if (own) {
        if (isKnown(status, body)) sent = sent.filter((one) => one !== own)
        else Object.assign(own, { outcome: 'unknown', request: null })
      }
      const { kind, id } = aboutIn(path)
      if (request.method === 'GET' && kind && id !== null && status === 200) look(kind, id, body)
    },
    known(kind, local) {
      sent = sent.filter((one) => one.kind !== kind || one.local !== local)
    },
    died() {
      for (const one of sent) Object.assign(one, { outcome: 'unknown', request: null })
      looks.clear()
    },
  }

  function post(request: HttpRequest, kind: Kind): { kind: Kind; local: number } | null {
    const { uid, ...body } = JSON.parse(request.body ?? '{}') as Row
    const idempotent = request.headers['Idempotency-Key']
    const repeatable = idempotent !== undefined || uid !== undefined
    // With a key or a uid it may be repeated before its outcome is known, and leave beside others,
    // which may say less of the same: it is told from them by that.
    const attempts = looking(
      sqlite(),
      `select local_id, body, key from attempt where resource = ? and kind = 'create' and ${
        idempotent !== undefined
          ? 'idempotency_key = ?'
          : uid !== undefined
            ? `exists (
                select 1 from entry_uid u where u.resource = attempt.resource
                and u.local_id = attempt.local_id and u.uid = ?)`
            : 'quarantine_until is ?'
      }`,
    ).all(kind, idempotent ?? uid ?? null) as {
      local_id: number
      body: string
      key: string | null
    }[]
    const fitting = attempts.filter((attempt) => fits(JSON.parse(attempt.body) as Row, body))
    if (fitting.length !== 1) {
      fail(4, `POST ${request.body} left with ${fitting.length} attempts written down for it`)
      return null
    }
    const local = fitting[0]!.local_id
    const key = fitting[0]!.key ?? ''
    const former = sent.find(
      (one) =>
        one.kind === kind &&
        (one.local === local || (one.key === key && key !== '')) &&
        (one.outcome === 'open' || now() - one.at < quarantine),
    )
    const beside = sent.find(
      (one) => one.outcome === 'open' && one.local !== local && !(repeatable && one.repeatable),
    )
    if (beside) {
      fail(4, `POST for ${kind} ${local} left beside the one for ${beside.kind} ${beside.local}`)
    }
    if (former && !repeatable) {
      fail(
        4,
        `POST for ${kind} ${local} left ${now() - former.at} ms after the one for ${kind} ` +
          `${former.local}, of which nothing is known`,
      )
    }
    sent = sent.filter((one) => one.kind !== kind || one.local !== local)
    sent.push({ kind, local, key, at: now(), outcome: 'open', repeatable, request })
    return { kind, local }
  }

  function look(kind: Kind, id: number, body: string): void {
    const row = looking(
      sqlite(),
      `select r.base, a.body from sync_record r
        left join attempt a on a.resource = r.resource and a.local_id = r.local_id
        where r.resource = ? and r.remote_id = ?`,
    ).get(kind, id) as { base: string | null; body: string | null } | undefined
    looks.set(`${kind} ${id}`, { seen: body, base: row?.base ?? null, sent: row?.body ?? null })
  }

  /** Invariants 6 and 15. */
  function write(request: HttpRequest, kind: Kind, id: number): void {
    const look = looks.get(`${kind} ${id}`)
    looks.delete(`${kind} ${id}`)
    const what = `${request.method} ${kind} ${id}`
    const seen = look && kinds[kind].ofWire(look.seen)
    // The service compares the versions.
    if (request.headers['If-Match'] !== undefined && !seen) return
    const base = look?.base ? kinds[kind].ofWire(look.base) : undefined
    if (!seen || !base) return fail(6, `${what} left without a look at the version there`)
    const [shown, known] = [look.seen, look.base!].map(
      (wire) => (JSON.parse(wire) as { created_at: string }).created_at,
    )
    if (shown !== known) fail(15, `${what} left for a record created ${shown}, not ${known}`)
    const ours = kinds[kind].named(look.sent ? (parsed(look.sent) as Row) : {})
    const body = JSON.parse(request.body ?? '{}') as Row
    const groups = request.method === 'DELETE' ? Object.keys(seen) : kinds[kind].named(body)
    for (const group of groups) {
      if (seen[group] === base[group] || ours.includes(group)) continue
      if (keepsMembers(base[group], seen[group], body[group])) continue
      fail(6, `${what} left although ${group} was ${seen[group]}, not ${base[group]}`)
    }
  }
}

function aboutIn(path: string): { kind: Kind | undefined; id: number | null } {
  const [, resource, id] = path.split('?')[0]!.split('/')
  return { kind: kindOfResource(resource), id: id === undefined ? null : Number(id) }
}

/**
 * True when a set that is sent keeps the members that were added there in the meantime, and not
 * those removed there.
 */
function keepsMembers(base: unknown, seen: unknown, sent: unknown): boolean {
  if (!Array.isArray(sent)) return false
  const [was, is] = [base, seen].map((ids) => JSON.parse(ids as string) as number[])
  return (
    is!.every((id) => was!.includes(id) || sent.includes(id)) &&
    was!.every((id) => is!.includes(id) || !sent.includes(id))
  )
}

/** True when a body agrees with the attempt in everything. */
const fits = (attempt: Row, body: Row): boolean =>
  Object.entries(body).every(([field, value]) => plain(attempt[field]) === plain(value))

/** A number may be stored as text, to keep it exactly. */
const plain = (value: unknown): string =>
  typeof value === 'number' ? `${value}` : typeof value === 'string' ? value : JSON.stringify(value)

/** True when the answer makes the outcome of a create certain. */
function isKnown(status: number | null, body: string): boolean {
  // With 511 the network says that it has not let the request through.
  if (status === null || status === 408 || (status >= 500 && status !== 511)) return false
  if (status >= 300) return true
  return (parsed(body) as { success?: unknown } | undefined)?.success === true
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
