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

  const currencyOf = (project: number | null): string | null =>
    (
      looking(sqlite(), 'select currency from project where id = ?').get(project) as
        { currency: string | null } | undefined
    )?.currency ?? null

  const hasAcknowledged = (local: number): boolean =>
    looking(
      sqlite(),
      `select 1 from sync_record
      where resource = 'expense' and local_id = ? and base is not null`,
    ).get(local) !== undefined

  function takeExpense({ local_id: local, before, after }: Written): void {
    // Deleting what the service has acknowledged answers the card about it.
    if (after === null && hasAcknowledged(local)) typed.delete(nameOf('expense', local))
    if (after === null) return
    const row = JSON.parse(after) as Priced
    const was = before === null ? null : (JSON.parse(before) as Priced)
    const known = typed.get(nameOf('expense', local))
    // Back from the trash, it is still what it was.
    if (was === null && known?.amount === row.unit_charge) return
    const isAsBefore =
      was?.unit_charge === row.unit_charge &&
      was.charge_id === row.charge_id &&
      was.project_id === row.project_id
    if (isAsBefore) return
    const currency = currencyOf(row.project_id)
    typed.delete(nameOf('expense', local))
    if (row.charge_id !== null || row.unit_charge === 0 || currency === null) return
    typed.set(nameOf('expense', local), { local, amount: row.unit_charge, currency })
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
        if (row.actor !== 'person') continue
        if (row.resource === 'expense') takeExpense(row)
        if (row.resource === 'inbox' && row.after !== null) takeAnswer(row.after)
      }
      for (const [name, { local, amount, currency }] of typed) {
        const known = acknowledged(local)
        if (known?.there === amount && known.currency === currency) typed.delete(name)
      }
    },
    keep() {
      const kept = new Map(typed)
      return () => {
        typed.clear()
        for (const [name, one] of kept) typed.set(name, one)
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
