/**
 * Finds amounts that neither side ever saw. Values that are multiplied, converted or read together
 * (SYNC.md, Merging) may be in a row that sync wrote only in a combination that existed before:
 * here by a person, or on the service.
 */
import type Sqlite from 'better-sqlite3'
import { identityOf, type Organisation } from '../service/held.ts'
import { expenseIn, kinds, type Row } from './kinds.ts'
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
  /** What tells the projects' worth apart: a currency that changes later does so for all rows. */
  const worth = new Map(
    [...organisation.projects.values()].map(({ id, rate, currency }) => [id, { rate, currency }]),
  )

  /** The values of its amount, as text, with the service's ids. */
  function totalOf(kind: Counted, values: Row): string {
    const project = worth.get(values.project_id as number)
    const currency = project?.currency ?? null
    if (kind === 'time') {
      const minutes = (values.quantity as number) * (values.increment as number)
      return JSON.stringify({ minutes, rate: project?.rate ?? null, currency })
    }
    const version = expenseIn(values)
    const ofExpense = Object.fromEntries(factors.map((name) => [name, version[name]]))
    return JSON.stringify({ ...ofExpense, into: currency })
  }

  function ofRow(kind: Counted, text: string): string {
    const row = JSON.parse(text) as Row
    const remote = remoteIn(sqlite())
    return totalOf(kind, {
      ...row,
      project_id: remote('project', row.project_id as number | null),
      ...(kind === 'expense' && { charge_id: remote('charge', row.charge_id as number | null) }),
    })
  }

  function heldThere(kind: Counted, local: number, total: string): boolean {
    const { remotes } = wishes.of(kind, local)
    const all = organisation.ever.filter(
      (held) => held.resource === kinds[kind].resource && remotes.has(identityOf(held)),
    )
    // A time's increment is its project's, not a value of its own.
    return all
      .flatMap(({ versions }) => versions)
      .some(
        (values) => totalOf(kind, { ...values, increment: projectOf(values)?.increment }) === total,
      )
  }

  return {
    take(written) {
      for (const { resource, local_id: local, after, actor } of written) {
        if (!isCounted(resource) || after === null) continue
        const name = nameOf(resource, local)
        const total = ofRow(resource, after)
        let totals = had.get(name)
        if (!totals) had.set(name, (totals = new Set()))
        if (actor === 'person') totals.add(total)
        else if (!totals.has(total) && !heldThere(resource, local, total)) {
          fail(6, `${name} became ${total}, which nobody had here, nor the service there`)
        }
      }
    },
  }
}
