/**
 * The service in the strictest reading of the specification, in memory: it promises nothing that
 * is not written there.
 */
import { isDeepStrictEqual } from 'node:util'
import type { HttpRequest } from '#core/ports.ts'
import type { Chance } from '../chance.ts'
import { beyond, headersOf } from './beyond.ts'
import { makeDesk, signedOut } from './desk.ts'
import {
  elsewhereId,
  equalOf,
  identityOf,
  makeOrganisation,
  singular,
  resources,
  type Answer,
  type Held,
  type Organisation,
  type Resource,
  type Sender,
  type Values,
} from './held.ts'
import type { Profile } from './profile.ts'
import { listOf, pageOf } from './lists.ts'
import { render, show, user, withUser } from './render.ts'
import { makeStreams, type Asked, type Streams } from './streams.ts'
import { validate } from './validate.ts'

export interface Model {
  readonly profile: Profile
  readonly organisations: readonly Organisation[]
  /** Organisations by the token that opens them. */
  readonly tokens: Map<string, Organisation>
  /** Accepts again every token that it ever accepted. */
  giveTokens(): void
  /**
   * Refuses values, with its own texts or by field, or answers as a broken program; null: accepts
   * them.
   */
  poison: ((values: Values) => 'refuse' | 'break' | Record<string, string[]> | null) | null
  /** True once a value was poison. */
  poisoned: boolean
  /** True: the order of ties in a sort varies each time. */
  restless: boolean
  /** The service's clock, epoch milliseconds. */
  now(): number
  handle(request: HttpRequest, sender: Sender): Answer
  readonly streams: Streams
  /** Does it as a colleague in a browser. */
  add(organisation: Organisation, resource: Resource, values: Values): Held | undefined
  change(held: Held, set: Values): void
  remove(held: Held): void
  /** The record exists again, under its id. */
  restore(held: Held): void
  /**
   * Copies everything that is stored, as a backup does. The returned function restores it: what was
   * made since never was, and its ids are given again, unless it has epochs.
   */
  backup(): () => void
}

export function makeModel(
  profile: Profile,
  chance: Chance,
  clock: { now(): number; elapsed(): number },
): Model {
  const organisations = [1, 2, elsewhereId].map((id) => makeOrganisation(id, profile.worth))
  const tokens = organisations.flatMap((one) => [
    [`token-${one.id}`, one] as const,
    [`token-${one.id}-again`, one] as const,
  ])
  let lastId = 100
  const now = () => clock.now() + profile.clockOff

  const desk = makeDesk(profile, chance, now)
  const streams = makeStreams(desk, organisationOf)

  const model: Model = {
    profile,
    organisations,
    tokens: new Map(tokens),
    giveTokens() {
      for (const [token, organisation] of tokens) model.tokens.set(token, organisation)
    },
    poison: null,
    poisoned: false,
    restless: true,
    now,
    handle,
    streams,
    add(organisation, resource, values) {
      const verdict = validate(resource, organisation, values, undefined, profile)
      if ('errors' in verdict) return undefined
      return keep(organisation, resource, verdict.values, { machine: null, maker: null, age: 0 })
    },
    change(held, set) {
      const organisation = organisations[held.organisation - 1]!
      const sent = 'notes' in set ? { ...set, notes: set.notes ?? '' } : set
      const verdict = validate(held.resource, organisation, sent, held, profile)
      if ('values' in verdict) write(held, verdict.values, null)
    },
    remove,
    restore,
    backup,
  }

  function organisationOf({ headers }: Pick<Asked, 'headers'>): Organisation | undefined {
    const token = /^Bearer (.+)$/.exec(headers.Authorization ?? '')?.[1] ?? ''
    return model.tokens.get(token)
  }

  function handle(request: HttpRequest, sender: Sender): Answer {
    const url = new URL(request.url)
    const organisation = organisationOf(request)
    if (!organisation) return signedOut(profile)
    const path = url.pathname.replace(/^\/api\/v1/, '')
    const more = beyond(desk, organisation, request, path, url, {
      plainly: () => route(path),
      restore,
    })
    return more ?? route(path)

    function route(path: string): Answer {
      const [, name, number, rest] = path.split('/')
      if (name === 'webhooks' && number === undefined) {
        const webhooks = [...organisation!.webhooks.values()]
        return pageOf(desk, url, 1, 15, webhooks, webhooks)
      }
      const resource = resources.find((one) => one === name)
      if (!resource || rest !== undefined) return desk.refuse(404, 'Not found.')
      if (number === undefined) {
        if (request.method === 'GET') {
          const isHidden = sender.isHidden ?? (() => false)
          return listOf(desk, organisation!, resource, url, { restless: model.restless, isHidden })
        }
        if (request.method === 'POST') return create(organisation!, resource, request, sender)
        return desk.refuse(405, 'Method not allowed.')
      }
      const held = organisation!.held.get(resource)!.get(Number(number))
      if (!held) return desk.refuse(404, 'Not found.')
      switch (request.method) {
        case 'GET':
          return desk.answer(
            200,
            withUser(desk, url, held, show(desk, held, organisation!)),
            headersOf(desk, held, organisation!),
          )
        case 'PUT':
          return update(organisation!, held, request, sender)
        case 'DELETE':
          remove(held)
          return desk.answer(200, {
            success: true,
            [singular[resource]]:
              resource === 'times' && profile.deleted === 'record'
                ? user
                : render(desk, held, organisation!, true),
          })
        case 'POST':
          return desk.refuse(405, 'Method not allowed.')
      }
    }
  }

  function create(
    organisation: Organisation,
    resource: Resource,
    request: HttpRequest,
    sender: Sender,
  ): Answer {
    const uid = profile.capabilities.includes('uid') ? sentBody(request).uid : undefined
    const named = organisation.ever.find(
      (one) => uid !== undefined && one.resource === resource && one.uid === uid,
    )
    if (named) return once(organisation, named)
    const verdict = judge(organisation, resource, request, undefined)
    if ('is' in verdict) return verdict
    const held =
      (uid === undefined && profile.folds && equalOf(organisation, resource, verdict.values)) ||
      keep(organisation, resource, verdict.values, sender)
    held.uid ??= uid as string | undefined
    const record = render(desk, held, organisation, true)
    const body = { success: true, [singular[resource]]: record }
    return desk.answer(profile.created, body, headersOf(desk, held, organisation))
  }

  /** A create with the uid of a record. */
  function once(organisation: Organisation, held: Held): Answer {
    if (held.goneAt !== null) return desk.refuse(410, 'The record with this uid was deleted.')
    if (held.resource !== 'categories' && (held.user ?? user).id !== user.id) {
      return desk.refuse(409, 'Another person’s record has this uid.')
    }
    const record = render(desk, held, organisation, true)
    const body = { success: true, [singular[held.resource]]: record }
    return desk.answer(200, body, headersOf(desk, held, organisation))
  }

  function update(
    organisation: Organisation,
    held: Held,
    request: HttpRequest,
    sender: Sender,
  ): Answer {
    const verdict = judge(organisation, held.resource, request, held)
    if ('is' in verdict) return verdict
    write(held, verdict.values, sender.machine)
    const record = render(desk, held, organisation, true)
    const body = { success: true, [singular[held.resource]]: record }
    return desk.answer(200, body, headersOf(desk, held, organisation))
  }

  function judge(
    organisation: Organisation,
    resource: Resource,
    request: HttpRequest,
    held: Held | undefined,
  ): { values: Values } | Answer {
    const verdict = validate(resource, organisation, sentBody(request), held, profile)
    if ('errors' in verdict)
      return desk.refuse(422, 'The given data was not valid.', verdict.errors)
    const poisoned = model.poison?.(verdict.values)
    if (poisoned) model.poisoned = true
    if (poisoned === 'refuse') {
      return desk.refuse(422, 'This is not taken.', { notes: ['are not welcome'] })
    }
    if (poisoned === 'break') return { is: 'answer', status: 500, headers: {}, body: 'Oh no' }
    if (poisoned) return desk.refuse(422, 'The given data was not valid.', poisoned)
    return verdict
  }

  const sentBody = ({ body }: HttpRequest) => JSON.parse(body ?? '{}') as Record<string, unknown>

  function keep(
    organisation: Organisation,
    resource: Resource,
    values: Values,
    sender: Sender,
  ): Held {
    const held: Held = {
      resource,
      id: nextId(organisation),
      organisation: organisation.id,
      values,
      created: now(),
      updated: now(),
      maker: sender.maker,
      bornAt: clock.elapsed(),
      bornLate: sender.age,
      lostVersions: [],
      keptVersions: 0,
      bornAgain: sender.again === true,
      versions: [values],
      goneAt: null,
      restored: false,
      known: false,
      disturbed: false,
    }
    organisation.held.get(resource)!.set(held.id, held)
    organisation.ever.push(held)
    note(held)
    return held
  }

  /**
   * A service that gives ids again gives the one after the highest that exists; not within the
   * second of the record that had it, since nothing would tell the two apart, and not one that a
   * stored answer names.
   */
  function nextId({ ever, keys }: Organisation): number {
    if (profile.ids === 'once') return ++lastId
    const existing = ever.filter((held) => held.goneAt === null || held.resource === 'categories')
    const id = Math.max(100, ...existing.map((held) => held.id)) + 1
    const answers = [...keys.values()].map(({ answer }) => answer.body).join()
    const isTaken = ever.some(
      (held) => held.id === id && identityOf(held) === identityOf({ id, created: now() }),
    )
    if (isTaken || answers.includes(`"id":${id},`) || id > lastId) return ++lastId
    return id
  }

  function write(held: Held, values: Values, machine: string | null): void {
    const own = machine !== null && held.maker?.startsWith(`${machine}/`)
    if (profile.unchanged === 'left' && isDeepStrictEqual(held.values, values)) return
    if (!own && !held.known) held.disturbed = true
    held.values = values
    held.versions.push(values)
    held.updated = now()
    if (profile.creation === 'rewritten') held.created = now()
    note(held)
  }

  function remove(held: Held): void {
    organisations[held.organisation - 1]!.held.get(held.resource)!.delete(held.id)
    held.goneAt = clock.elapsed()
    if (held.resource === 'categories') held.updated = now()
    note(held)
  }

  function restore(held: Held): void {
    organisations[held.organisation - 1]!.held.get(held.resource)!.set(held.id, held)
    held.goneAt = null
    held.restored = true
    held.updated = now()
    note(held)
  }

  function backup(): () => void {
    const copies = organisations.map(({ ever, log, keys }) => ({
      records: ever.map((held) => ({ held, copy: { ...held, versions: [...held.versions] } })),
      changes: [...log],
      keys: new Map(keys),
    }))
    const isEmpty = organisations.every(({ log }) => log.length === 0)
    const [id, from] = [lastId, isEmpty ? 0 : now()]
    return () => {
      if (!profile.capabilities.includes('epoch')) lastId = id
      organisations.forEach((organisation, place) => {
        organisation.epoch = { number: organisation.epoch.number + 1, from, since: now() }
        const { records, changes, keys } = copies[place]!
        const { ever, held: stored, log, lost } = organisation
        const kept = new Set(records.map(({ held }) => held))
        lost.push(...ever.filter((held) => !kept.has(held)))
        ever.splice(0, ever.length, ...kept)
        for (const { held, copy } of records) {
          const { known, versions, lostVersions } = held
          Object.assign(held, copy, {
            known,
            versions: [...copy.versions],
            keptVersions: copy.versions.length,
            lostVersions: [...lostVersions, ...versions.slice(copy.versions.length)],
            restored: copy.restored || (copy.goneAt === null && held.goneAt !== null),
          })
        }
        for (const resource of resources) {
          const existing = records.filter(
            ({ held }) => held.resource === resource && held.goneAt === null,
          )
          stored.set(resource, new Map(existing.map(({ held }) => [held.id, held])))
        }
        log.splice(0, log.length, ...changes)
        organisation.keys = new Map(keys)
      })
    }
  }

  function note(held: Held): void {
    const organisation = organisations[held.organisation - 1]!
    const { log } = organisation
    log.push({ sequence: log.length + 1, held })
    streams.tell(organisation)
  }

  return model
}
