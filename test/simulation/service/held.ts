/**
 * What the model stores of a record, with facts that no service knows: who made it, and all of its
 * versions.
 */

import type { HttpOutcome } from '#core/ports.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Profile } from './profile.ts'

export type Answer = Extract<HttpOutcome, { is: 'answer' }>

export const resources = ['times', 'expenses', 'categories'] as const
export type Resource = (typeof resources)[number]

/** The fields that people decide. */
export type Values = Readonly<Record<string, unknown>>

export interface Held {
  resource: Resource
  id: number
  organisation: number
  values: Values
  /** Epoch milliseconds of the service's clock. */
  created: number
  updated: number
  /** The name that its create gave it (capability `uid`). */
  uid?: string | undefined
  /** Its owner; the one person of all machines unless given. */
  user?: Named
  /** The machine and local record whose request made it, or null. */
  maker: string | null
  /** The time of its creation, in the world. */
  bornAt: number
  /** How long after it was sent the request that made it was carried out. */
  bornLate: number
  /** Every version that it ever had, oldest first. */
  versions: Values[]
  /** Versions that the service lost when it was set back, oldest first. */
  lostVersions: Values[]
  /** How many of its versions were in the backup from which the service was restored. */
  keptVersions: number
  /** Made by a request that had been carried out before. */
  bornAgain: boolean
  /** The time of its deletion, in the world. */
  goneAt: number | null
  /** It was restored from the archives, or by restoring the service. */
  restored: boolean
  /** The machine that made it knows its id. */
  known: boolean
  /** A colleague changed it before its maker knew it, so that it cannot be recognized. */
  disturbed: boolean
}

/** Names a record of the service for good: an id may be given again. */
export const identityOf = ({ id, created }: Pick<Held, 'id' | 'created'>): string =>
  `${id} ${toTimestamp(created)}`

/** The sender of a request, and its delay: only the model knows them. */
export interface Sender {
  /** The machine, or null for a browser. */
  machine: string | null
  /** The local record behind a create. */
  maker: string | null
  /** Milliseconds between sending and carrying out. */
  age: number
  /** The same request was carried out before. */
  again?: boolean
  /** Lists conceal this record from it. */
  isHidden?(held: Held): boolean
}

export interface Project {
  id: number
  name: string
  code: string
  increment: number
  /** Every length that its increments ever had. */
  increments: number[]
  currency: string
  /** Every currency that it ever had. */
  currencies: string[]
  /** Of an hour. */
  rate: number
  /** When it was created and changed; as all of them were unless given. */
  dates?: { created_at: string; updated_at: string }
}

export interface Named {
  id: number
  name: string
}

export interface Charge extends Named {
  charge: number
  unit: string
}

export interface Webhook {
  id: number
  uri: string
  events: string[]
  created_at: string
  updated_at: string
}

/** One organisation of the service. */
export interface Organisation {
  id: number
  projects: Map<number, Project>
  tasks: Map<number, Named>
  charges: Map<number, Charge>
  webhooks: Map<number, Webhook>
  held: Map<Resource, Map<number, Held>>
  /** Every record that ever existed, as far as the service knows. */
  ever: Held[]
  /** Those that it lost when it was set back. */
  lost: Held[]
  /** In the order of commits: the content of the change feed. */
  log: { sequence: number; held: Held }[]
  /** With the capability `epoch`; another one after the service was set back. Epoch milliseconds. */
  epoch: { number: number; from: number; since: number }
  /** Idempotency keys and their answers. */
  keys: Map<string, { body: string; answer: Answer }>
}

/** The organization to which an address leads that leads elsewhere. */
export const elsewhereId = 3

/** @param worth of its last project; as on the others unless given */
export function makeOrganisation(id: number, worth: Profile['worth'] = 'alike'): Organisation {
  const base = (id - 1) * 1_000
  const named = (names: string[]) => names.map((name, place) => ({ id: base + place + 1, name }))
  const projects = named(['Website relaunch', 'Booking app', 'Archive']).map((one, place) => ({
    ...one,
    code: `P${one.id}`,
    increment: [15, 6, 15][place]!,
    increments: [[15], [6], [15]][place]!,
    ...(worth === 'apart' && place === 2
      ? { currency: 'USD', currencies: ['USD'], rate: 9_000 }
      : { currency: 'EUR', currencies: ['EUR'], rate: 0 }),
  }))
  const charges = named(['Mileage', 'Print']).map((one, place) => ({
    ...one,
    charge: [45, 1_200][place]!,
    unit: ['km', 'page'][place]!,
  }))
  const byId = <One extends { id: number }>(all: One[]) => new Map(all.map((one) => [one.id, one]))
  return {
    id,
    projects: byId(projects),
    tasks: byId(named(['Design', 'Call', 'Review'])),
    charges: byId(charges),
    webhooks: new Map(),
    held: new Map(resources.map((resource) => [resource, new Map()])),
    ever: [],
    lost: [],
    log: [],
    epoch: { number: 1, from: 0, since: 0 },
    keys: new Map(),
  }
}

/** Every record that ever existed, also what the service has lost. */
export const everIn = ({ ever, lost }: Organisation): Held[] => [...lost, ...ever]

/** A record with the same values. */
export function equalOf(
  { held }: Organisation,
  resource: Resource,
  values: Values,
): Held | undefined {
  const text = JSON.stringify(values)
  return [...held.get(resource)!.values()].find((one) => JSON.stringify(one.values) === text)
}

/** As an answer names it. */
export const singular: Record<Resource, string> = {
  times: 'time',
  expenses: 'expense',
  categories: 'category',
}
