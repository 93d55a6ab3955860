/** Records as plain data, by the service's ids, and how they are drawn. */
import { fold } from '#shared/rules/search-text.ts'
import fc from 'fast-check'

export interface Named {
  id: number
  name: string
  updated_at: string
  deleted: boolean
}

export interface Coded extends Named {
  code: string
}

export interface Project extends Coded {
  client: number | null
}

export interface Category extends Named {
  tasks: number[]
  charges: number[]
}

interface Entry {
  id: number
  date: string
  notes: string | null
  project: number
  user: number
}

export interface Time extends Entry {
  start: number
  quantity: number
  task: number
}

export interface Expense extends Entry {
  name: string
  charge: number | null
  updated_at: string
}

export interface World {
  users: Named[]
  clients: Coded[]
  projects: Project[]
  tasks: Named[]
  charges: Named[]
  categories: Category[]
  webhooks: { id: number }[]
  times: Time[]
  expenses: Expense[]
}

/**
 * Words that differ only in case, accents, width, their normal form, or by characters beyond the
 * first plane, and words of scripts without spaces.
 */
const words = [
  ...['Straße', 'STRASSE', 'strasse', 'Σίσυφος', 'ΣΊΣΥΦΟΣ', 'ΟΔΟΣ', 'οδος', 'K\u014Dwhai'],
  ...['Ko\u0304whai', 'kōwhai', 'e\u0301clair', 'Éclair', 'eclair', 'İstanbul', 'ﬁn', 'ǅ'],
  ...['🙂', '👩‍👩‍👧', '日本語', 'a', 'A', 'b', '-', '(draft)', '100%', 'a_b', 'c:\\temp', '"q"'],
  ...['Café', 'CAFE', 'ＷＥＢ', 'web', 'Łódź', 'lodz', 'Ærø', 'ıstanbul', 'oﬃce', 'don’t', "don't"],
  ...['你好世界', '世界', 'さくら', 'サクラ', 'ﾊﾞｻﾞｰ', '주간회의록', '회의', '\u1112\u116C의'],
  ...['สวัสดี', 'น้ำ', 'ສະບາຍດີ', 'សួស្តី', 'មြန်မာ', 'မြန်မာ', 'WEB世界2'],
  ...["it's", '2nd', 'two\nlines', '\u0001x', '丠丁', 'Zebra', 'éa'],
]

const text = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', '-', '', '.')), {
    maxLength: 3,
  })
  .map((parts) => parts.map((part) => part.join('')).join(''))

const pieceOfWord = fc
  .tuple(text, fc.nat(6), fc.integer({ min: 1, max: 5 }))
  .map(([from, start, length]) => [...from].slice(start, start + length).join(''))

/** Queries as people type them: whole words, parts of them, one letter, several terms, nothing. */
export const query = fc
  .array(fc.oneof(fc.constantFrom(...words), pieceOfWord), { maxLength: 3 })
  .map((terms) => terms.join(' '))

/** One busy day, the ends of months and years, and the ends of the calendar. */
export const day = fc.constantFrom(
  ...['2026-01-15', '2026-01-15', '2026-01-15', '2026-01-15', '2026-01-15', '2026-01-15'],
  ...['1969-12-31', '1970-01-01', '2025-12-31', '2026-01-01', '2026-01-15', '2026-02-28'],
  ...['2026-03-01', '0001-01-01', '9999-12-31'],
)
const moment = fc.constantFrom('2026-01-01 00:00:00', '2026-01-01 09:30:00', '2026-02-01 00:00:00')
const notes = fc.option(text, { nil: null })
const start = fc.constantFrom(0, 1, 540, 541, 1439)

/** Equal names are frequent here. */
const name = fc.oneof(text, fc.constantFrom('Straße', 'STRASSE', 'a'))
const named = fc.record({
  name,
  updated_at: moment,
  deleted: fc.boolean(),
})
const coded = fc.record({ name, code: name, updated_at: moment, deleted: fc.boolean() })
const one = fc.nat()

/** Numbers records in the order in which the service created them. */
const numbered = <Item extends object>(items: readonly Item[]): (Item & { id: number })[] =>
  items.map((item, at) => ({ ...item, id: at + 1 }))

/** Picks one of these by a number that was drawn before they were known. */
const among = (items: readonly unknown[], drawn: number): number => (drawn % items.length) + 1

const several = <Item>(item: fc.Arbitrary<Item>, most: number) =>
  fc.array(item, { minLength: 1, maxLength: most })

const drawnTime = fc.record({
  date: day,
  start,
  quantity: fc.integer({ min: 1, max: 9 }),
  notes,
  project: one,
  task: one,
  user: one,
})
const drawnExpense = fc.record({
  date: day,
  name: text,
  notes,
  project: one,
  charge: fc.option(one, { nil: null }),
  user: one,
  updated_at: moment,
})

const oneByName = <Item extends { name: string; deleted: boolean }>(items: Item[]): Item[] => {
  const taken = new Set<string>()
  return items.filter(({ name, deleted }) => {
    if (deleted) return true
    const isNew = !taken.has(fold(name))
    taken.add(fold(name))
    return isNew
  })
}

/** A whole organisation; every entry names records that exist. */
export const world = (most: number): fc.Arbitrary<World> =>
  fc
    .record({
      users: several(named, 4),
      clients: several(coded, 4),
      projects: several(fc.tuple(coded, fc.option(one, { nil: null })), 6),
      tasks: several(named, 5),
      charges: several(named, 4),
      categories: fc.array(fc.tuple(named, fc.array(one), fc.array(one)), { maxLength: 6 }),
      webhooks: fc.array(fc.record({}), { maxLength: 5 }),
      times: fc.array(drawnTime, { maxLength: most }),
      expenses: fc.array(drawnExpense, { maxLength: most }),
    })
    .map((drawn) => {
      const members = (items: readonly unknown[], picks: number[]) => [
        ...new Set(picks.slice(0, 3).map((pick) => among(items, pick))),
      ]
      const categories = drawn.categories.map(([category, tasks, charges]) => ({
        ...category,
        tasks: members(drawn.tasks, tasks),
        charges: members(drawn.charges, charges),
      }))
      return {
        users: numbered(drawn.users),
        clients: numbered(drawn.clients),
        projects: numbered(
          drawn.projects.map(([project, client]) => ({
            ...project,
            client: client === null ? null : among(drawn.clients, client),
          })),
        ),
        tasks: numbered(drawn.tasks),
        charges: numbered(drawn.charges),
        categories: numbered(oneByName(categories)),
        webhooks: numbered(drawn.webhooks),
        times: numbered(
          drawn.times.map((time) => ({
            ...time,
            project: among(drawn.projects, time.project),
            task: among(drawn.tasks, time.task),
            user: among(drawn.users, time.user),
          })),
        ),
        expenses: numbered(
          drawn.expenses.map((expense) => ({
            ...expense,
            project: among(drawn.projects, expense.project),
            charge: expense.charge === null ? null : among(drawn.charges, expense.charge),
            user: among(drawn.users, expense.user),
          })),
        ),
      }
    })

const aFew = <Field extends string>(...fields: Field[]) =>
  fc.subarray(fields, { minLength: 1, maxLength: 2 })

/** An operation of the person or a colleague; its numbers pick among existing records. */
export const deed = fc.oneof(
  fc.record({ does: fc.constant('add-time' as const), time: drawnTime }),
  fc.record({
    does: fc.constant('change-time' as const),
    which: one,
    time: drawnTime,
    fields: aFew('date', 'start', 'quantity', 'notes', 'project', 'task', 'user'),
  }),
  fc.record({ does: fc.constant('remove-time' as const), which: one }),
  fc.record({ does: fc.constant('add-expense' as const), expense: drawnExpense }),
  fc.record({
    does: fc.constant('change-expense' as const),
    which: one,
    expense: drawnExpense,
    fields: aFew('date', 'name', 'notes', 'project', 'charge', 'user', 'updated_at'),
  }),
  fc.record({ does: fc.constant('remove-expense' as const), which: one }),
  fc.record({
    does: fc.constant('rename' as const),
    kind: fc.constantFrom('users', 'clients', 'projects', 'tasks', 'charges'),
    which: one,
    name: text,
  }),
)
export type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never
