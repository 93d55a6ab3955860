/**
 * Amounts that a person typed in the currency that a project had: until the service has
 * acknowledged one in that currency, or the person has answered a card about it, it must wait or be
 * asked about.
 */
import type Sqlite from 'better-sqlite3'
import { looking } from './looking.ts'
import { nameOf, type Written } from './wishes.ts'

export interface Units {
  /** Takes a committed transaction. */
  take(written: readonly Written[]): void
  /** Invariant 17, at rest. */
  check(fail: (invariant: number, what: string) => void): void
  /** Saves what is known. @returns restores it, for a machine that continues with a copy */
  keep(): () => void
}

interface Priced {
  charge_id: number | null
  project_id: number | null
  unit_charge: number
  original_currency: string | null
}

interface CardRow {
  resource: string
  local_id: number
  kind: string
  detail: string
  resolved_at: number | null
}

interface Typed {
  local: number
  amount: number
  currency: string
}

/** An amount that was replaced or deleted, with the currency in which it counted. */
interface Former {
  project: number | null
  amount: number
  currency: string | null
}

/** An expense with what the service acknowledged of it. */
interface Acknowledged {
  dirty: number
  amount: number
  there: number | null
  currency: string | null
  card: number
}

export function makeUnits(sqlite: () => Sqlite.Database): Units {
  const typed = new Map<string, Typed>()
  /** By record: what undo or the trash may bring back of it, the newest last. */
  const former = new Map<string, readonly Former[]>()

  const currencyOf = (project: number | null): string | null =>
    (
      looking(sqlite(), 'select currency from project where id = ?').get(project) as
        { currency: string | null } | undefined
    )?.currency ?? null

  const acknowledgedAmount = (local: number): Former | undefined =>
    looking(
      sqlite(),
      `select p.local_id as project, json_extract(r.base, '$.unit_charge') as amount,
        json_extract(r.base, '$.project.currency') as currency
      from sync_record r left join sync_record p
      on p.resource = 'project' and p.remote_id = json_extract(r.base, '$.project.id')
      where r.resource = 'expense' and r.local_id = ? and r.base is not null`,
    ).get(local) as Former | undefined

  function remember(local: number, { project_id: project, unit_charge: amount, ...was }: Priced) {
    const name = nameOf('expense', local)
    const isOf = (one: { amount: number } | undefined) => one?.amount === amount
    const there = acknowledgedAmount(local)
    const known = [there?.project === project ? there : undefined, typed.get(name)].find(isOf)
    const { currency } = known ?? { currency: was.original_currency }
    former.set(name, [...(former.get(name) ?? []), { project, amount, currency }])
  }

  function takeExpense({ local_id: local, before, after, action }: Written): void {
    const name = nameOf('expense', local)
    const was = before === null ? null : (JSON.parse(before) as Priced)
    const row = after === null ? null : (JSON.parse(after) as Priced)
    const isAsBefore =
      was?.unit_charge === row?.unit_charge &&
      was?.charge_id === row?.charge_id &&
      was?.project_id === row?.project_id
    if (isAsBefore) return
    if (was?.charge_id === null) remember(local, was)
    if (row === null) {
      // Deleting what the service has acknowledged answers the card about it.
      if (acknowledgedAmount(local)) typed.delete(name)
      return
    }
    typed.delete(name)
    const { charge_id: charge, project_id: project, unit_charge: amount } = row
    // An answer that takes the service's version types nothing.
    const there = action === 'inbox.resolve' ? acknowledgedAmount(local) : undefined
    if (there?.project === project && there.amount === amount) return
    // What undo or the trash brings back still counts in what it did, not in what is typed by now.
    const isBack = was === null || ['undo', 'redo'].includes(action)
    const back = isBack
      ? former.get(name)?.findLast((one) => one.project === project && one.amount === amount)
      : undefined
    const currency = back?.currency ?? currencyOf(project)
    if (charge !== null || amount === 0 || currency === null) return
    typed.set(name, { local, amount, currency })
  }

  /** An answer agrees to the currency that its card tells, unless it is undone. */
  function takeAnswer(after: string): void {
    const card = JSON.parse(after) as CardRow
    if (card.kind !== 'unit' || card.resource !== 'expense') return
    const { sent, stands: counted } = JSON.parse(card.detail) as Record<
      'sent' | 'stands',
      { unit_charge: number; project_currency: string }
    >
    const { unit_charge: amount } = sent
    const { project_currency: currency } = card.resolved_at === null ? sent : counted
    typed.set(nameOf('expense', card.local_id), { local: card.local_id, amount, currency })
  }

  const acknowledged = (local: number): Acknowledged | undefined =>
    looking(
      sqlite(),
      `select r.dirty, e.unit_charge as amount, json_extract(r.base, '$.unit_charge') as there,
        json_extract(r.base, '$.project.currency') as currency,
        exists (
          select 1 from inbox i where i.resource = 'expense' and i.local_id = e.id
          and i.resolved_at is null
        ) as card
      from expense e join sync_record r on r.resource = 'expense' and r.local_id = e.id
      where e.id = ?`,
    ).get(local) as Acknowledged | undefined

  return {
    take(written) {
      for (const row of written) {
        const isPerson = row.actor === 'person'
        // What sync deletes may come back out of the trash.
        if (row.resource === 'expense' && (isPerson || row.after === null)) takeExpense(row)
        if (row.resource === 'inbox' && isPerson && row.after !== null) takeAnswer(row.after)
      }
      for (const [name, { local, amount, currency }] of typed) {
        const known = acknowledged(local)
        if (known?.there === amount && known.currency === currency) typed.delete(name)
      }
    },
    keep() {
      const kept = { typed: new Map(typed), former: new Map(former) }
      return () => {
        typed.clear()
        former.clear()
        for (const [name, one] of kept.typed) typed.set(name, one)
        for (const [name, all] of kept.former) former.set(name, all)
      }
    },
    check(fail) {
      for (const [name, { local, amount, currency }] of typed) {
        const known = acknowledged(local)
        if (!known || known.dirty === 1 || known.card === 1 || known.amount !== amount) continue
        fail(17, `${name} was typed as ${amount} ${currency} and is ${amount} ${known.currency}`)
      }
    },
  }
}
