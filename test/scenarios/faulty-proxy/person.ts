/** A person at a machine: acts through the real actions, and records what was saved. */
import { createCategory, deleteCategory, updateCategoryEntry } from '#core/actions/categories.ts'
import type { ActionContext } from '#core/actions/change.ts'
import { createExpense, deleteExpenseEntry, updateExpenseEntry } from '#core/actions/expenses.ts'
import { createTime, deleteTimeEntry, updateTimeEntry } from '#core/actions/times.ts'
import { restoreFromTrash } from '#core/actions/trash.ts'
import { undoChange } from '#core/actions/undo.ts'
import type { Store } from '#core/store/open/open-store.ts'
import type { EntryResource } from '#core/store/tables/index.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { Chance } from '../../simulation/chance.ts'
import type { Ledger } from './ledger.ts'

/** A record on a machine that has a word. */
export interface Standing {
  resource: EntryResource
  local: number
  word: string
  text: string
}

export interface Person {
  /**
   * Does one thing that a person may do; returns a description, or null when there was no record
   * for it.
   */
  act(luck: Chance, ledger: Ledger): Promise<string | null>
  /** Answers one card of the inbox with any of its answers; null when there is none. */
  answerCard(luck: Chance, ledger: Ledger): Promise<string | null>
}

interface Desk {
  name: string
  known: Map<string, string>
  store(): Store
  context(): ActionContext
  standing(): Promise<Standing[]>
}

const days = ['2026-11-17', '2026-11-18', '2026-11-19']

export function createPerson({ name, known, store, context, standing }: Desk): Person {
  const anyOf = async (luck: Chance, table: 'project' | 'task' | 'charge') => {
    const rows = await store()
      .db.selectFrom(table)
      .innerJoin('sync_record as r', (join) =>
        join.onRef('r.local_id', '=', `${table}.id` as never).on('r.resource', '=', table),
      )
      .select(`${table}.id as id`)
      .orderBy(`${table}.id` as never)
      .execute()
    return rows.length > 0 ? luck.pick(rows).id : null
  }

  async function add(luck: Chance, ledger: Ledger): Promise<string | null> {
    const resource = luck.pick(['time', 'time', 'time', 'expense', 'expense', 'category'] as const)
    const project = await anyOf(luck, 'project')
    const task = await anyOf(luck, 'task')
    const charge = await anyOf(luck, 'charge')
    if (project === null || task === null || charge === null) return null
    const { word, text, saved } = ledger.begin(resource, name)
    const made: Result<number> = await {
      time: () =>
        createTime(context(), {
          project,
          task,
          date: luck.pick(days),
          start: luck.between(0, 1439),
          quantity: luck.between(1, 20),
          notes: text,
        }),
      expense: () =>
        createExpense(context(), {
          project,
          date: luck.pick(days),
          chargeable: luck.percent(50),
          notes: text,
          ...(luck.percent(50)
            ? { charge, quantity: luck.between(1, 9) }
            : { name: 'Lunch', unit_charge: luck.between(1, 999) }),
        }),
      category: () => createCategory(context(), { name: text, tasks: [task] }),
    }[resource]()
    known.set(`${resource} ${unwrap(made)}`, word)
    saved()
    return `add ${word}`
  }

  async function edit(luck: Chance, ledger: Ledger): Promise<string | null> {
    const all = await standing()
    if (all.length === 0) return null
    const { resource, local, text, word } = luck.pick(all)
    const words = luck.percent(60)
    const written = ledger.rewrite(text, name)
    const task = await anyOf(luck, 'task')
    const edited: Result<unknown> = await {
      time: () =>
        updateTimeEntry(
          context(),
          local,
          words
            ? { notes: written.text }
            : luck.pick([
                { quantity: luck.between(1, 20) },
                { start: luck.between(0, 1439) },
                { date: luck.pick(days) },
              ]),
        ),
      expense: () =>
        updateExpenseEntry(
          context(),
          local,
          words
            ? { notes: written.text }
            : luck.pick([{ quantity: luck.between(1, 20) }, { date: luck.pick(days) }]),
        ),
      category: () =>
        updateCategoryEntry(
          context(),
          local,
          words || task === null ? { name: written.text } : { tasks: [task] },
        ),
    }[resource]()
    unwrap(edited)
    if (words || (resource === 'category' && task === null)) written.saved()
    return `edit ${word}${words ? ` to “${written.text}”` : ''}`
  }

  async function remove(luck: Chance, ledger: Ledger): Promise<string | null> {
    const all = await standing()
    if (all.length === 0) return null
    const { resource, local, word } = luck.pick(all)
    const drop = { time: deleteTimeEntry, expense: deleteExpenseEntry, category: deleteCategory }
    unwrap<unknown>(await drop[resource](context(), local))
    ledger.made.get(word)!.removedBy.add(name)
    return `remove ${word}`
  }

  /** Marks every record as turned back that differs afterwards. */
  async function turnBack(
    ledger: Ledger,
    what: string,
    run: () => Promise<Result<unknown>>,
  ): Promise<string | null> {
    // By record: two of them may have the same word.
    const all = async () =>
      new Map((await standing()).map((one) => [`${one.resource} ${one.local}`, one]))
    const before = await all()
    const done = await run()
    if (!done.ok) return null
    const after = await all()
    const touched: string[] = []
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(key), after.get(key)]
      const made = ledger.of(was?.text ?? is?.text)
      if (!made || was?.text === is?.text) continue
      touched.push(made.word)
      made.turnedBack = true
      if (!is) made.removedBy.add(name)
      if (!was) made.again++
    }
    return `${what} ${touched.join(' ')}`
  }

  return {
    async act(luck, ledger) {
      const share = luck.between(1, 100)
      if (share <= 40) return add(luck, ledger)
      if (share <= 78) return edit(luck, ledger)
      if (share <= 90) return remove(luck, ledger)
      if (share <= 95) return turnBack(ledger, 'undo', () => undoChange(context(), undefined))
      const trash = await store().db.selectFrom('trash').select('id').orderBy('id').execute()
      if (trash.length === 0) return null
      const { id } = luck.pick(trash)
      return turnBack(ledger, 'bring back', () => restoreFromTrash(context(), [id]))
    },
    async answerCard(luck, ledger) {
      await standing()
      const cards = await readInboxCards(store().db)
      if (cards.length === 0) return null
      const card = luck.pick(cards)
      const take = luck.pick(card.takes)
      const others = card.others.map(({ local }) => local)
      const about = [card.local, ...others].flatMap((local) =>
        local === null ? [] : [known.get(`${card.resource} ${local}`)],
      )
      const done = await resolveCard(context(), card.card, take)
      if (!done.ok) {
        if (done.error.code === 'conflict') return null
        throw new Error(`${card.kind} ${take}: ${done.error.message}`)
      }
      const answer = `${card.kind}${card.note ? ` (${card.note})` : ''}: ${take}`
      // The last case: the dropped record had other text on the service, and is kept.
      const again =
        take === 'again' ||
        (card.kind === 'twin' && take === 'mine') ||
        (card.note === 'deleted-here' && take === 'theirs')
      for (const word of about) {
        const made = ledger.made.get(word ?? '')
        made?.answers.push(answer)
        if (made && again) made.again++
      }
      return `answers ${about.join(' ')} ${answer}`
    },
  }
}
