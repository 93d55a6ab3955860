/**
 * Finds amounts that neither side ever saw. Values that are multiplied, converted or read together
 * (SYNC.md, Merging) may be in a row that sync wrote only in a combination that existed before:
 * here by a person, or on the service.
 */
import type Sqlite from 'better-sqlite3'
import { everIn, identityOf, type Organisation } from '../service/held.ts'
import { expenseIn, kinds, type Row } from './kinds.ts'
import { requantify } from '#shared/rules/increments.ts'
import { looking } from './looking.ts'
import { nameOf, remoteIn, type Wishes, type Written } from './wishes.ts'

export interface Totals {
  /** Takes a committed transaction, and checks what sync wrote in it. */
  take(written: readonly Written[]): void
}

type Counted = 'time' | 'expense'

const isCounted = (resource: string): resource is Counted =>
  resource === 'time' || resource === 'expense'

const factors = [
  'charge_id',
  'unit_charge',
  'unit',
  'quantity',
  'chargeable',
  'total_cost',
  'tax',
  'tax_rate',
  'currency',
] as const

/** What an entry without a project of the service counts in. */
const unknown = { increments: [0], currencies: [null] }

/** Invariant 6, of sync: every total is one that a person had here, or that the service held. */
export function makeTotals(
  sqlite: () => Sqlite.Database,
  organisation: Organisation,
  wishes: Wishes,
  fail: (invariant: number, what: string) => void,
): Totals {
  /** By record: the versions that people made of it. */
  const had = new Map<string, Set<string>>()

  const projectOf = (values: Row) => organisation.projects.get(values.project_id as number)
  /** The projects as they began: a currency that changes later does so for all rows. */
  const began = new Map(
    [...organisation.projects.values()].map(({ id, rate, currency }) => [id, { rate, currency }]),
  )

  /**
   * The values of its amount, as text, with the service's ids.
   * @param currency of the project, unless it is the one that it began with
   */
  function totalOf(kind: Counted, values: Row, currency = currencyOnce(values)): string {
    const project = began.get(values.project_id as number)
    if (kind === 'time') {
      const minutes = (values.quantity as number) * (values.increment as number)
      return JSON.stringify({ minutes, rate: project?.rate ?? null, currency })
    }
    const version = expenseIn(values)
    const ofExpense = Object.fromEntries(factors.map((name) => [name, version[name]]))
    return JSON.stringify({ ...ofExpense, into: currency })
  }

  function currencyOnce(values: Row): string | null {
    return began.get(values.project_id as number)?.currency ?? null
  }

  /** A row's total with the currency that its project began with, and with the one it has here. */
  function totalsOf(kind: Counted, text: string): [once: string, now: string] {
    const row = JSON.parse(text) as Row
    const remote = remoteIn(sqlite())
    const values = {
      ...row,
      project_id: remote('project', row.project_id as number | null),
      ...(kind === 'expense' && { charge_id: remote('charge', row.charge_id as number | null) }),
    }
    const project = looking(sqlite(), 'select currency from project where id = ?').get(
      row.project_id,
    ) as { currency: string | null } | undefined
    return [totalOf(kind, values), totalOf(kind, values, project?.currency ?? null)]
  }

  function heldThere(kind: Counted, local: number, total: string): boolean {
    const { remotes } = wishes.of(kind, local)
    const all = everIn(organisation).filter(
      (held) => held.resource === kinds[kind].resource && remotes.has(identityOf(held)),
    )
    // What it counts in is its project's, not a value of its own.
    return all
      .flatMap(({ versions, lostVersions }) => [...versions, ...lostVersions])
      .some((values) => {
        const { increments, currencies } = projectOf(values) ?? unknown
        return increments.some((increment) =>
          currencies.some(
            (currency) => totalOf(kind, { ...values, increment }, currency) === total,
          ),
        )
      })
  }

  /** Unsent minutes are counted in the increments that their project has by now. */
  function isRecounted(text: string, totals: ReadonlySet<string>): boolean {
    const { quantity, increment } = JSON.parse(text) as { quantity: number; increment: number }
    return [...totals].some((total) => {
      const { minutes } = JSON.parse(total) as { minutes: number }
      return requantify(minutes, increment) === quantity
    })
  }

  return {
    take(written) {
      for (const { resource, local_id: local, before, after, actor } of written) {
        if (!isCounted(resource) || after === null) continue
        const name = nameOf(resource, local)
        const [once, now] = totalsOf(resource, after)
        let totals = had.get(name)
        if (!totals) had.set(name, (totals = new Set()))
        if (actor === 'person') totals.add(once).add(now)
        else if (
          !totals.has(once) &&
          !totals.has(now) &&
          // What its project counts in was changed on the service, not by the row that sync wrote.
          !(before !== null && totalsOf(resource, before)[1] === now) &&
          !heldThere(resource, local, once) &&
          !(resource === 'time' && isRecounted(after, totals))
        ) {
          fail(6, `${name} became ${once}, which nobody had here, nor the service there`)
        }
      }
    },
  }
}
