/** What a service can do beyond the specification (docs/API.md, Beyond the specification). */
import type { HttpRequest } from '#core/ports.ts'
import type { Capability } from '#shared/resources/service-info.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { digest } from '../chance.ts'
import { resources, type Answer, type Held, type Organisation } from './held.ts'
import type { Desk } from './desk.ts'
import { pageOf } from './lists.ts'
import { fullCharge, fullProject, fullTask, render, user } from './render.ts'

/** The capabilities that this model has. */
export const offered: readonly Capability[] = [
  'reference',
  'restore',
  'idempotency',
  'conditional',
  'changes',
  'user',
]

/** A record's version as its header gives it. */
const tagOf = (desk: Desk, held: Held, organisation: Organisation): string =>
  `"${(digest(JSON.stringify(render(desk, held, organisation, true))) >>> 0).toString(36)}"`

/** What the model does for it. */
interface Inside {
  /** Carries the request out by the specification alone. */
  plainly(): Answer
  /** Restores a record from the archives. */
  restore(held: Held): void
}

/** Answers requests beyond the specification; undefined for others. */
export function beyond(
  desk: Desk,
  organisation: Organisation,
  request: HttpRequest,
  path: string,
  url: URL,
  inside: Inside,
): Answer | undefined {
  const can = (name: Capability) => desk.profile.capabilities.includes(name)
  const [, name, id, rest] = path.split('/')
  const resource = resources.find((one) => one === name)

  if (path === '' && request.method === 'GET' && desk.profile.capabilities.length > 0) {
    const { capabilities } = desk.profile
    const { number, from, since } = organisation.epoch
    const epoch = {
      epoch: `epoch-${number}`,
      epoch_from: toTimestamp(from),
      epoch_since: toTimestamp(since),
    }
    const more = can('epoch') ? epoch : {}
    return desk.answer(200, { name: 'Simulated', version: 'v1', capabilities, ...more })
  }
  if (name === 'changes' && can('changes')) return changes(desk, organisation, url)
  if (can('reference') && request.method === 'GET') {
    const listed = reference(desk, organisation, name, id, url)
    if (listed) return listed
  }
  if (resource === 'categories' && rest === 'restore' && can('restore')) {
    return restore(desk, organisation, Number(id), inside)
  }
  const key = request.headers['Idempotency-Key']
  if (request.method === 'POST' && key !== undefined && can('idempotency')) {
    return keyed(desk, organisation, `${path} ${key}`, request.body ?? '', inside)
  }
  const tag = request.headers['If-Match']
  if (resource && id !== undefined && tag !== undefined && can('conditional')) {
    const held = organisation.held.get(resource)!.get(Number(id))
    if (held && tag !== '*' && tag !== tagOf(desk, held, organisation)) {
      return desk.refuse(412, 'This record has changed since.')
    }
  }
  return undefined
}

/** The same key with the same body gets the first answer again. */
function keyed(
  desk: Desk,
  organisation: Organisation,
  name: string,
  body: string,
  { plainly }: Inside,
): Answer {
  const known = organisation.keys.get(name)
  if (known) return known.body === body ? known.answer : desk.refuse(409, 'Another body had it.')
  const answer = plainly()
  if (answer.status < 500) organisation.keys.set(name, { body, answer })
  return answer
}

function restore(desk: Desk, organisation: Organisation, id: number, inside: Inside): Answer {
  const active = organisation.held.get('categories')!
  const held = organisation.ever.find((one) => one.resource === 'categories' && one.id === id)
  if (!held) return desk.refuse(404, 'Not found.')
  const taken = [...active.values()].some(
    (one) => one !== held && one.values.name === held.values.name,
  )
  if (taken) return desk.refuse(422, 'Not valid.', { name: ['has already been taken'] })
  if (held.goneAt !== null) inside.restore(held)
  return desk.answer(200, { success: true, category: render(desk, held, organisation, true) })
}

/** The last change of each record, in the order of commits. */
function changes(desk: Desk, organisation: Organisation, url: URL): Answer {
  const { log } = organisation
  const from = cursorIn(desk, organisation, url)
  const limit = Math.max(
    1,
    Math.ceil(Number(url.searchParams.get('limit') ?? 100) / desk.profile.pageDivisor),
  )
  if (isForgotten(desk, organisation, from)) return desk.refuse(410, 'Start over without a cursor.')
  const last = new Map<Held, number>()
  for (const { sequence, held } of log) last.set(held, sequence)
  const after = desk.profile.feed === 'again' ? from - 1 : from
  const all = [...last]
    .filter(([held, sequence]) => sequence > after && (from > 0 || held.goneAt === null))
    .sort((one, other) => one[1] - other[1])
  const page = all.slice(0, limit)
  const more = all.length > limit
  return desk.answer(200, {
    data: page.map(([held, sequence]) => ({
      cursor: cursorOf(desk, organisation, sequence),
      resource: held.resource,
      id: held.id,
      action:
        held.goneAt !== null ? 'deleted' : isNewSince(log, held, from) ? 'created' : 'updated',
      record: held.goneAt === null ? render(desk, held, organisation, true) : null,
    })),
    cursor: cursorOf(desk, organisation, more ? page.at(-1)![1] : log.length),
    has_more: more,
  })
}

const hasEpoch = ({ profile }: Desk): boolean => profile.capabilities.includes('epoch')

const cursorOf = (desk: Desk, { epoch }: Organisation, sequence: number): string =>
  hasEpoch(desk) ? `${epoch.number}.${sequence}` : `${sequence}`

/** Infinity for a cursor of another epoch, or of none. */
export function cursorIn(desk: Desk, organisation: Organisation, url: URL): number {
  const cursor = url.searchParams.get('cursor')
  if (cursor === null || !hasEpoch(desk)) return Number(cursor ?? 0)
  const [epoch, sequence] = cursor.split('.')
  const isCurrent = sequence !== undefined && Number(epoch) === organisation.epoch.number
  return isCurrent ? Number(sequence) : Infinity
}

/** True for a cursor that the feed does not reach back to. */
export function isForgotten({ profile }: Desk, { log }: Organisation, cursor: number): boolean {
  return cursor > log.length || (cursor > 0 && cursor < log.length - profile.remembers)
}

const isNewSince = (log: Organisation['log'], held: Held, from: number): boolean =>
  log.find((entry) => entry.held === held)!.sequence > from

function reference(
  desk: Desk,
  organisation: Organisation,
  name: string | undefined,
  id: string | undefined,
  url: URL,
): Answer | undefined {
  if (name === 'users' && id === 'me') return desk.answer(200, user)
  const all = referenceOf(organisation, name)
  if (!all) return undefined
  if (id !== undefined) {
    const one = all.find((record) => record.id === Number(id))
    return one ? desk.answer(200, one) : desk.refuse(404, 'Not found.')
  }
  return pageOf(desk, url, 1, 100, all, all)
}

function referenceOf(
  { projects, tasks, charges }: Organisation,
  name: string | undefined,
): Record<string, unknown>[] | undefined {
  switch (name) {
    case 'projects':
      return [...projects.values()].map(fullProject)
    case 'tasks':
      return [...tasks.values()].map(fullTask)
    case 'charges':
      return [...charges.values()].map(fullCharge)
    case 'clients':
      return []
    case 'users':
      return [user]
    default:
      return undefined
  }
}

/** Headers of an answer that shows a record. */
export const headersOf = (
  desk: Desk,
  held: Held,
  organisation: Organisation,
): Record<string, string> =>
  desk.profile.capabilities.includes('conditional') ? { etag: tagOf(desk, held, organisation) } : {}
