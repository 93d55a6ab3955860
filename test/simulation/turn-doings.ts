/**
 * Steps that lead into situations which the other steps hardly ever meet. A world has one kind of
 * them, or none.
 */
import type { Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import { drawSets, type Doing } from './doings.ts'
import { entries, type Entry } from './entries.ts'
import type { Weather } from './fault.ts'
import type { Profile } from './service/profile.ts'

/** `elsewhere`: on another machine, where there is one. */
export type TurnStep = Doing & { after: number; elsewhere?: true }

/** What becomes of a world that has such steps. */
export interface Turn {
  /** How often they occur. */
  runs: number
  /** @returns each with the milliseconds that pass before it */
  draw(from: Chance): TurnStep[]
  profile?(drawn: Profile, from: Chance): Profile
  weather?(drawn: Weather, from: Chance): Weather
}

const soon = [10, 800, 2_500, 20_000] as const

const spaced = (from: Chance, doings: readonly Doing[], pauses: readonly number[] = soon) =>
  doings.map((doing) => ({ ...doing, after: from.pick(pauses) }))

const which = (from: Chance): number => from.between(0, 9)

const addOne = (from: Chance, kind: Kind, set: Entry = {}): Doing => ({
  do: 'add',
  kind,
  copies: 1,
  entry: { ...entries[kind].draw(from), ...set },
})

/** An edit that changes the one field where the kind has it, and any where not. */
const editTo = (from: Chance, kind: Kind, set: Entry): Doing => ({
  do: 'edit',
  which: which(from),
  sets: { ...drawSets(from), [kind]: set },
})

const drawAnswer = (from: Chance): Doing => {
  const how = from.between(0, 99)
  return from.pick<Doing>([
    { do: 'answer', which: from.between(0, 2), how },
    { do: 'answer', which: 0, how },
    { do: 'answer-seen', which: from.between(0, 2), how },
    { do: 'answer-many', how },
    { do: 'answer-typed', which: from.between(0, 2), how },
  ])
}

/** Both sides change a record, and the cards are answered in every way, also late. */
function drawReview(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'time', 'expense', 'category'] as const)
  const here = entries[kind].drawSet(from)
  const drawn = entries[kind].draw(from)
  const there = Object.fromEntries(Object.keys(here).map((field) => [field, drawn[field]]))
  const both: Doing = { do: 'edit-both', kind, which: which(from), here, there }
  const again: Doing = { ...both, which: which(from) }
  const doings: Doing[] = [addOne(from, kind), addOne(from, kind), { do: 'cycle' }, both]
  if (from.percent(50)) doings.push(again)
  if (from.percent(30)) doings.push({ do: 'edit-and-remove-there', kind, which: which(from), here })
  doings.push({ do: 'cycle' }, { do: 'look' })
  for (let more = from.between(2, 5); more > 0; more--) {
    doings.push(
      from.pick<Doing>([
        drawAnswer(from),
        drawAnswer(from),
        { do: 'type-theirs' },
        { do: 'undo' },
        { do: 'cycle' },
        { do: 'remove', which: which(from) },
        { do: 'edit', which: which(from), sets: drawSets(from) },
      ]),
    )
  }
  doings.push(drawAnswer(from), { do: 'cycle' }, { do: 'undo' }, drawAnswer(from))
  return spaced(from, doings)
}

/** An entry counts in increments of another length than the person saw. */
function drawIncrements(from: Chance): TurnStep[] {
  const project = from.between(0, 2)
  const quantity = from.between(1, 9)
  const entry = { project, task: 0, quantity }
  const entered = from.percent(70)
    ? addOne(from, 'time', entry)
    : editTo(from, 'time', from.percent(50) ? { quantity } : { project, quantity })
  const minutes = from.pick([5, 10, 30, 60] as const)
  const turned: Doing = { do: 'change-increment', project, minutes }
  const told: Doing = {
    do: 'add-there',
    kind: 'time',
    entry: { ...entries.time.draw(from), ...entry },
  }
  const doings = [entered, turned]
  if (from.percent(40)) doings.push(told)
  doings.push({ do: 'cycle' })
  doings.push(drawAnswer(from))
  if (from.percent(40)) doings.push({ do: 'cycle' })
  if (from.percent(40)) doings.push({ do: 'undo' }, drawAnswer(from))
  return spaced(from, doings, [0, ...soon])
}

/** An expense has a price, and its project another currency before the next one is sent. */
function drawPrices(from: Chance): TurnStep[] {
  const project = from.between(0, 2)
  const plain = { project, quantity: 1, unit: null, notes: null }
  const priced = (word: string): Entry => ({
    ...{ ...plain, name: `${word} ${from.between(0, 1e9)}`, date: '2026-11-19', chargeable: true },
    unit_charge: from.between(1, 9_000),
  })
  const doings: Doing[] = [
    { do: 'add', kind: 'expense', entry: priced('thing'), copies: 1 },
    { do: 'cycle' },
    { do: 'change-currency', project, currency: from.pick(['JPY', 'USD']) },
    from.percent(70)
      ? editTo(from, 'expense', { unit_charge: from.between(1, 9_000) })
      : addOne(from, 'expense', { project, charge: 0 }),
    { do: 'add-there', kind: 'expense', entry: priced('told') },
    { do: 'cycle' },
  ]
  if (from.percent(20)) doings.push({ do: 'look' }, { do: 'undo' })
  doings.push(drawAnswer(from), { do: 'cycle' })
  if (from.percent(40)) doings.push({ do: 'undo' }, drawAnswer(from))
  return spaced(from, doings, [10, 800, 2_500])
}

/** Categories take each other's names, and those of the archive; they are archived and come back. */
function drawNames(from: Chance): TurnStep[] {
  const name = `shared ${from.between(0, 1e9)}`
  const named = addOne(from, 'category', { name })
  const there: Doing = {
    do: 'add-there',
    kind: 'category',
    entry: { ...entries.category.draw(from), name },
  }
  const one = which(from)
  const other = one + 1
  const cycle: Doing = { do: 'cycle' }
  const remove: Doing = { do: 'remove-category', which: one }
  const undo: Doing = { do: 'undo' }
  const offline: Doing = { do: 'offline', milliseconds: from.between(800, 30_000), reached: false }
  const begin = [addOne(from, 'category'), addOne(from, 'category'), cycle]
  const story = from.pick<readonly Doing[]>([
    [{ do: 'exchange-names', which: one, other }],
    [
      { do: 'exchange-names', which: one, other },
      cycle,
      { do: 'exchange-names', which: other, other: one },
    ],
    [{ do: 'pass-name-on', which: one, other, made: false }],
    [{ do: 'pass-name-on', which: one, other, made: true }],
    [remove, cycle, undo],
    [remove, cycle, undo, cycle, remove],
    [remove, cycle, offline, undo, { do: 'copy' }, { do: 'go-on-with-copy' }, cycle],
    [remove, cycle, undo, { do: 'category-there', how: 'restored', which: 0 }],
    [{ do: 'category-there', how: 'removed', which: one }, cycle, undo],
    [there, named, cycle],
    [named, there, cycle, remove],
    [there, cycle, { do: 'category-there', how: 'removed', which: 99 }, named, cycle],
  ])
  const away = from.percent(50) ? [offline] : []
  const doings = [...(from.percent(80) ? begin : []), ...away, ...story, cycle]
  if (from.percent(40)) doings.push(drawAnswer(from), cycle)
  if (from.percent(20)) doings.push(undo)
  return spaced(from, doings, [10, 10, 800, 2_500])
}

/** The service has what was sent, and a colleague makes it look otherwise before that is known. */
function drawTidying(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'time', 'expense'] as const)
  const notes = `a long note about ${from.between(0, 1e9)} and whatever else there was to say`
  const how = from.pick(['capitals', 'cut', 'alike'] as const)
  const doings: TurnStep[] = [
    { do: 'cycle', after: 800 },
    { do: 'offline', milliseconds: from.between(6_000, 20_000), reached: true, after: 20_000 },
    { ...addOne(from, kind, { notes }), after: 10 },
    { do: 'cycle', after: 10 },
    { do: 'tidy-there', how, after: from.pick([500, 2_500]) },
    { do: 'cycle', after: 40_000 },
    { do: 'cycle', after: 62_000 },
    { do: 'cycle', after: 20_000 },
  ]
  if (from.percent(30)) doings.push({ do: 'remove-other', after: 10 })
  return [...doings, ...spaced(from, [drawAnswer(from), { do: 'cycle' }, drawAnswer(from)])]
}

/** Two machines split the same entry, and a colleague changes it. */
function drawHalves(from: Chance): TurnStep[] {
  const long = addOne(from, 'time', { quantity: from.between(6, 20) })
  const split = { do: 'split', which: which(from), share: from.pick([25, 50, 75]) } as const
  const there = from.pick([null, { quantity: from.between(1, 9) }])
  const offline = { do: 'offline', milliseconds: 12_000, reached: false } as const
  const doings: TurnStep[] = [
    { ...long, after: 10 },
    { do: 'cycle', after: 10 },
    { do: 'cycle', after: 4_000, elsewhere: true },
    { ...offline, after: 4_000, elsewhere: true },
    { ...split, there: null, after: 10 },
    { ...split, there, after: 10, elsewhere: true },
    { do: 'cycle', after: 10 },
  ]
  if (from.percent(50)) doings.push({ ...editTo(from, 'time', { quantity: 3 }), after: 5_000 })
  if (from.percent(50)) doings.push({ do: 'cycle', after: 10 })
  doings.push({ do: 'cycle', after: 12_000, elsewhere: true })
  for (const doing of [drawAnswer(from), drawAnswer(from)]) {
    doings.push({ ...doing, after: 2_500, elsewhere: true })
  }
  return doings
}

/** Many records are lost when the service is set back, or lists conceal them for a while. */
function drawLosses(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'time', 'expense'] as const)
  const many = (count: number): Doing => ({
    do: 'add-many-there',
    kind,
    entries: Array.from({ length: count }, () => entries[kind].draw(from)),
  })
  const cycle: Doing = { do: 'cycle' }
  const kept = many(from.between(2, 4))
  const doings = from.percent(70)
    ? [kept, cycle, { do: 'back-up-there' } as const, many(from.between(11, 14)), cycle, cycle]
    : [many(from.between(24, 30)), cycle, cycle, cycle]
  if (doings.includes(kept)) doings.push({ do: 'set-back-there' }, cycle, cycle)
  doings.push(drawAnswer(from), cycle)
  if (from.percent(40)) doings.push({ do: 'undo' })
  doings.push(cycle, drawAnswer(from), cycle)
  return spaced(from, doings, [800, 2_500, 20_000])
}

/** A record is taken out of what is sent; a create is repeated later than its key is remembered. */
function drawDelays(from: Chance): TurnStep[] {
  const cycle: Doing = { do: 'cycle' }
  if (from.percent(50)) {
    const kind = from.pick(['time', 'expense'] as const)
    const draft = editTo(from, kind, kind === 'time' ? { task: null } : { project: null })
    const doings = [addOne(from, kind), cycle, draft, cycle]
    doings.push({ do: 'edit-there', which: which(from), sets: drawSets(from) }, cycle)
    return spaced(from, [...doings, { do: 'undo' }, cycle])
  }
  return [
    { do: 'offline', milliseconds: 9_000, reached: from.percent(50), after: 800 },
    { ...addOne(from, 'time'), after: 10 },
    { do: 'cycle', after: 10 },
    { do: 'jump', milliseconds: 93_600_000, after: 5_000 },
    { do: 'cycle', after: 5_000 },
    { do: 'cycle', after: 62_000 },
  ]
}

/** A few changes; what is rare is how the service answers. */
function drawPlain(from: Chance): TurnStep[] {
  const kind = from.pick(['time', 'expense', 'category', 'category'] as const)
  const doings = [addOne(from, kind), { do: 'cycle' } as const]
  doings.push(editTo(from, kind, entries[kind].drawSet(from)), { do: 'cycle' })
  if (from.percent(60)) doings.push({ do: 'remove', which: which(from) }, { do: 'cycle' })
  if (from.percent(40)) doings.push(drawAnswer(from), { do: 'cycle' })
  return spaced(from, doings)
}

const withMore = (profile: Profile, ...more: Profile['capabilities'][number][]): Profile => ({
  ...profile,
  capabilities: [...new Set([...profile.capabilities, ...more])],
})

/** Requests fail, often without a word, and categories are deleted during them. */
const lostRequests: Weather['kinds'] = [
  ...(['unreached', 'page', 'status', 'request-lost', 'answer-lost'] as const),
  ...(['cut', 'removed-here', 'changed-here'] as const),
]

/** Things happen here while requests are under way. */
const busyHands: Weather['kinds'] = [
  ...(['slow', 'answered-here', 'answered-here', 'undone-here'] as const),
  ...(['changed-here', 'removed-here'] as const),
]

export const turns = {
  reviews: {
    runs: 2,
    draw: drawReview,
    weather: (drawn, from) =>
      from.percent(50) ? { ...drawn, reads: 40, writes: 50, kinds: busyHands } : drawn,
  },
  increments: { runs: 2, draw: drawIncrements },
  prices: { runs: 2, draw: drawPrices },
  names: {
    runs: 2,
    draw: drawNames,
    profile: (drawn, from) => ({
      ...(from.percent(50) ? withMore(drawn, 'restore') : drawn),
      names: from.pick(['active', 'ever'] as const),
    }),
    weather: (drawn, from) =>
      from.percent(60) ? { ...drawn, reads: 25, writes: 50, kinds: lostRequests } : drawn,
  },
  tidying: {
    runs: 2,
    draw: drawTidying,
    profile(drawn, from) {
      const capabilities = drawn.capabilities.filter((one) => one !== 'idempotency')
      const bare = { ...drawn, capabilities }
      return from.percent(50) ? withMore(bare, 'reference', 'user') : bare
    },
  },
  halves: {
    runs: 2,
    draw: drawHalves,
    profile: (drawn) => withMore(drawn, 'reference', 'user', 'uid'),
  },
  losses: {
    runs: 1,
    draw: drawLosses,
    weather: (drawn, from) =>
      from.percent(40) ? { ...drawn, reads: 30, kinds: ['hidden', ...drawn.kinds] } : drawn,
  },
  delays: {
    runs: 2,
    draw: drawDelays,
    profile: (drawn, from) => (from.percent(50) ? withMore(drawn, 'idempotency') : drawn),
  },
  replies: {
    runs: 2,
    draw: drawPlain,
    profile: (drawn, from) => ({
      ...(from.percent(60) ? withMore(drawn, 'idempotency', 'webhooks', 'changes') : drawn),
      feed: from.pick(['once', 'again'] as const),
    }),
    weather: (drawn, from) => ({ ...drawn, strange: from.pick([8, 15, 30]) }),
  },
} as const satisfies Record<string, Turn>

export type TurnName = keyof typeof turns
