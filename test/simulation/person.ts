/** The person at a machine: what they do to the records here. */
import type { ActionContext } from '#core/actions/change.ts'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { copyTimes } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import type { HttpRequest } from '#core/ports.ts'
import { withCommittedChange } from '#core/store/history/committed-change.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard, resolveCards } from '#core/sync/inbox/resolve-card.ts'
import { cardAnswers, type InboxCard } from '#shared/resources/inbox-card.ts'
import type Sqlite from 'better-sqlite3'
import { addThere, changeThere, removeThere, setThere } from './browser.ts'
import { chance } from './chance.ts'
import { kindOfResource, kinds, type Kind } from './checks/kinds.ts'
import { looking } from './checks/looking.ts'
import { remoteIn } from './checks/wishes.ts'
import { pathOf, type Witness } from './checks/witness.ts'
import type { Doing } from './doings.ts'
import { entries, type Entry } from './entries.ts'
import { makeForms } from './forms.ts'
import { cardSituation } from './ledger.ts'
import type { Step } from './scenario.ts'
import type { Held } from './service/held.ts'
import type { World } from './world.ts'

/** The process that the person uses. */
export interface Seat {
  context: ActionContext
  witness: Witness
  sqlite: Sqlite.Database
  /** The account that is open. */
  account: number
  /** How many requests of a method it made. */
  made(method: string): number
  isAlive(): boolean
}

export type Meddling = 'changed-here' | 'removed-here' | 'undone-here' | 'answered-here'

export interface Person {
  /** Plays a step of the person; returns false for any other. */
  act(step: Step): boolean
  /** Edits the record that a request is about. */
  meddle(what: Meddling, request: HttpRequest): void
  /** Undoes the last change. */
  takeBack(): void
  /** Answers every card; returns how many there were. */
  answerAll(how: HowToAnswer): Promise<number>
}

/** Picks one of the answers of a card. */
export type HowToAnswer = (card: Pick<InboxCard, 'kind' | 'takes'>) => number

/** A record of this machine. */
interface Standing {
  kind: Kind
  local: number
}

export function makePerson(world: World, at: () => Seat, say: (what: string) => void): Person {
  /** Does something as the person; what a dying process does not finish is not done. */
  function person(what: string, run: (context: ActionContext) => Promise<unknown>): void {
    const { context, isAlive } = at()
    world.tally.operations++
    say(what)
    run(context).catch((reason: unknown) => {
      if (isAlive()) world.fail(0, `${what}: ${String(reason)}`)
    })
  }

  /**
   * Does what may be one act with that of another machine.
   * @param name equal on each machine that does the same; undefined where no other one can
   */
  function act(
    what: string,
    name: string | undefined,
    run: (context: ActionContext) => Promise<unknown>,
  ): void {
    const { acts } = at().witness
    person(what, async (context) => {
      const { change } = await withCommittedChange(() => run(context))
      if (name !== undefined && change !== undefined) acts.did(change, name)
    })
  }

  /** The records here. */
  const standing = (): Standing[] =>
    looking(
      at().sqlite,
      `select 'time' as kind, id as local from time_entry
      union all select 'expense', id from expense
      union all select 'category', id from category where deleted_at is null
      order by 1, 2`,
    ).all() as Standing[]

  function lookup(resource: 'project' | 'task' | 'charge', place: number): number {
    const { sqlite, account } = at()
    const text = 'select local_id as local from sync_record where resource = ? and remote_id = ?'
    const row = looking(sqlite, text).get(resource, (account - 1) * 1_000 + 1 + place)
    return (row as { local: number }).local
  }

  function edit(record: Standing | undefined, sets: Record<Kind, Entry>): void {
    if (record) set(record, sets[record.kind])
  }

  function set({ kind, local }: Standing, entry: Entry): void {
    const input = entries[kind].input(entry, lookup)
    person(`edits ${kind} ${local} ${JSON.stringify(entry)}`, (context) =>
      entries[kind].update(context, local, input as never),
    )
  }

  const forms = makeForms(world, say)

  function openForm(record: Standing | undefined, sets: Record<Kind, Entry>): void {
    if (!record) return
    const { kind, local } = record
    const set = entries[kind].input(sets[kind], lookup) as Entry
    const what = `opens the form of ${kind} ${local} and types ${JSON.stringify(sets[kind])}`
    person(what, (context) => forms.open(context, { kind, local, set }))
  }

  /** @param step names the draw of what they decide where another person changed the same */
  function saveForm(which: number, step: number): void {
    const decides = chance(world.scenario.seed, 'decides', step)
    person('saves a form', () => forms.save(at(), which, decides))
  }

  /** A colleague in a browser changes what a form shows. */
  function editFormedThere(sets: Record<Kind, Entry>): void {
    const form = forms.last(at().context)
    const held = form && heldOf(form)
    if (held) changeThere(world, held, sets)
  }

  /** A record of this machine as the service has it. */
  function heldOf({ kind, local }: Standing): Held | undefined {
    const { witness, sqlite } = at()
    const remote = remoteIn(sqlite)(kind, local)
    return witness.organisation.held.get(kinds[kind].resource)!.get(remote ?? 0)
  }

  /** One of the records of a kind that the service has. */
  function pickSent(kind: Kind, which: number): Standing | undefined {
    const all = standing().filter((record) => record.kind === kind && heldOf(record))
    return all[which % all.length]
  }

  /** Changes one record of a kind here, and in a browser before that is sent. */
  function editBoth({ kind, which, here, there }: Extract<Doing, { do: 'edit-both' }>): void {
    const record = pickSent(kind, which)
    if (!record) return
    setThere(world, heldOf(record)!, there)
    set(record, here)
  }

  function editAndRemoveThere(step: Extract<Doing, { do: 'edit-and-remove-there' }>): void {
    const record = pickSent(step.kind, step.which)
    if (!record) return
    removeThere(world, heldOf(record)!)
    set(record, step.here)
  }

  /** The record of a kind that has the highest id of the service. */
  function newest(kind: Kind): Standing | undefined {
    const idOf = (record: Standing) => heldOf(record)?.id ?? 0
    return standing()
      .filter((one) => one.kind === kind && idOf(one) > 0)
      .toSorted((one, other) => idOf(other) - idOf(one))[0]
  }

  function editNewest(kind: Kind, here: Entry | 'removed'): void {
    const record = newest(kind)
    if (here === 'removed') remove(record)
    else if (record) set(record, here)
  }

  function editAndReplaceThere(step: Extract<Doing, { do: 'edit-and-replace-there' }>): void {
    const { kind, here, there } = step
    const record = newest(kind)
    if (!record) return
    removeThere(world, heldOf(record)!)
    addThere(world, at().witness.organisation, kind, there)
    set(record, here)
  }

  const rename = (context: ActionContext, local: number, name: string) =>
    entries.category.update(context, local, { name } as never)

  const nameOfCategory = (local: number): string =>
    looking(at().sqlite, 'select name from category where id = ?').pluck().get(local) as string

  /** A name is free here before another category takes it. */
  function exchangeNames(which: number, other: number): void {
    const [one, two] = [pickSent('category', which), pickSent('category', other)]
    if (!one || !two || one.local === two.local) return
    const [first, second] = [nameOfCategory(one.local), nameOfCategory(two.local)]
    person(`exchanges the names of categories ${one.local} and ${two.local}`, async (context) => {
      await rename(context, one.local, `${first} for now`)
      await rename(context, two.local, first)
      await rename(context, one.local, second)
    })
  }

  function passNameOn({ which, other, made }: Extract<Doing, { do: 'pass-name-on' }>): void {
    const [one, two] = [pickSent('category', which), pickSent('category', other)]
    if (!one || (!made && (!two || one.local === two.local))) return
    const name = nameOfCategory(one.local)
    person(`passes the name of category ${one.local} on`, async (context) => {
      await rename(context, one.local, `${name} before`)
      if (made) await entries.category.create(context, { name, tasks: [], charges: [] } as never)
      else await rename(context, two!.local, name)
      await rename(context, one.local, `${name} once`)
    })
  }

  function remove(record: Standing | undefined): void {
    if (!record) return
    const { kind, local } = record
    person(`removes ${kind} ${local}`, (context) => entries[kind].remove(context, local))
  }

  /** Splits one of the longer entries. */
  function split({ which, share, there }: Extract<Doing, { do: 'split' }>): void {
    const long = looking(
      at().sqlite,
      'select id as local, start, total, increment, quantity from time_entry where quantity > 1',
    ).all() as {
      local: number
      start: number
      total: number
      increment: number
      quantity: number
    }[]
    const entry = long[which % long.length]
    if (!entry) return
    const { local, start, increment, quantity } = entry
    const held = heldOf({ kind: 'time', local })
    if (held && there === 'removed') removeThere(world, held)
    else if (held && there) setThere(world, held, there as Entry)
    const increments = Math.min(quantity - 1, Math.max(1, Math.round((quantity * share) / 100)))
    const source = at().witness.acts.source(local)
    const name = source && `split ${source.id} ${source.created_at} as of ${source.updated_at}`
    act(`splits time ${local} after ${increments} of ${quantity}`, name, (context) =>
      splitTime(context, local, start + increments * increment),
    )
  }

  function setCell({ day, project, task, minutes }: Extract<Doing, { do: 'cell' }>): void {
    const cell = { date: day, project: lookup('project', project), task: lookup('task', task) }
    const what = `sets ${day} of ${project}/${task} to ${minutes} minutes`
    act(what, `cell ${day} of ${project}/${task}`, (context) =>
      setTimesheetCells(context, [{ ...cell, minutes }], {
        ...{ mine: { me: null, everything: true }, rounding: 'up', workBegins: 540 },
      }),
    )
  }

  function copyTo(record: Standing | undefined, day: string): void {
    if (record?.kind !== 'time') return
    const { local } = record
    const source = at().witness.acts.source(local)
    const name = source && `copy of ${source.id} ${source.created_at} to ${day}`
    act(`copies time ${local} to ${day}`, name, (context) => copyTimes(context, [local], day))
  }

  /** Answers a card in one of the ways that it offers. */
  function answer(which: number, how: number): void {
    person('looks at the inbox', async (context) => {
      const cards = await readInboxCards(context.db)
      const card = cards[which % cards.length]
      if (card) await answerCard(context, card, how)
    })
  }

  /** The cards that are on a screen since they were read. */
  let seen: readonly InboxCard[] = []

  function look(): void {
    person('opens the inbox', async (context) => {
      seen = await readInboxCards(context.db)
    })
  }

  /** Answers a card as it was seen, even if it is gone by now. */
  function answerSeen(which: number, how: number): void {
    const card = seen[which % seen.length]
    if (card) person('answers what was seen', (context) => answerCard(context, card, how))
  }

  function answerMany(how: number): void {
    person('looks at the inbox', async (context) => {
      const open = await readInboxCards(context.db)
      const first = open[how % open.length]
      if (!first) return
      const alike = open.filter(({ kind }) => kind === first.kind)
      const old = seen.filter(({ kind, card }) => kind === first.kind && how % 3 === 0 && card > 0)
      const [one, ...more] = new Set([first, ...alike, ...old].map(({ card }) => card))
      const take = first.takes[how % first.takes.length]!
      say(`answers cards ${[one, ...more].join()}: ${take}`)
      const done = await resolveCards(context, [one!, ...more], take)
      if (!done.ok) say(`is told: ${done.error.message}`)
    })
  }

  function answerTyped(which: number, how: number): void {
    person('looks at the inbox', async (context) => {
      const cards = await readInboxCards(context.db)
      const card = cards[which % cards.length]
      if (!card) return
      const take = cardAnswers[how % cardAnswers.length]!
      const remoteFields = [[], ['notes'], ['quantity'], card.fields.map(({ field }) => field)][
        how % 4
      ]!
      say(
        `types ${take} for ${card.kind} of ${card.resource} ${card.local ?? ''} ${remoteFields.join()}`,
      )
      const done = await resolveCard(context, card.card, take, remoteFields)
      if (!done.ok) say(`is told: ${done.error.message}`)
    })
  }

  function typeRemoteFields(): void {
    person('looks at the inbox', async (context) => {
      const cards = await readInboxCards(context.db)
      const card = cards.find(({ kind }) => kind === 'conflict')
      const record = standing().find(
        ({ kind, local }) => kind === card?.resource && local === card.local,
      )
      const held = record && heldOf(record)
      if (!held) return
      const typed = ['notes', 'quantity', 'date', 'start', 'name']
      const fields = Object.entries(held.values).filter(([field]) => typed.includes(field))
      say(`types what the service has of ${record.kind} ${record.local}`)
      await entries[record.kind].update(context, record.local, Object.fromEntries(fields) as never)
    })
  }

  function removeOther(): void {
    person('looks at the inbox', async (context) => {
      const cards = await readInboxCards(context.db)
      const ids = cards.flatMap(({ others }) => others.map(({ id }) => id))
      const record = standing().find((one) => ids.includes(heldOf(one)?.id ?? 0))
      if (!record) return
      say(`removes ${record.kind} ${record.local}, which a card names`)
      await entries[record.kind].remove(context, record.local)
    })
  }

  async function answerCard(context: ActionContext, card: InboxCard, how: number): Promise<void> {
    const take = card.takes[how % card.takes.length]!
    // Some fields of a conflict may take the remote value.
    const some = card.kind === 'conflict' && take === 'mine' && how % 4 === 2
    const remoteFields = some ? card.fields.slice(0, 1).map(({ field }) => field) : []
    const what = `${card.kind} of ${card.resource} ${card.local ?? ''}`
    say(`answers ${what}: ${take} ${remoteFields.join()}`)
    const done = await resolveCard(context, card.card, take, remoteFields)
    if (!done.ok) return say(`is told: ${done.error.message}`)
    const { events } = world.tally
    const situation = cardSituation(card.kind, take)
    events[situation] = (events[situation] ?? 0) + 1
  }

  const takeBack = () => person('takes back', (context) => undoChange(context, undefined))

  function meddle(what: Meddling, request: HttpRequest): void {
    if (what === 'undone-here') return takeBack()
    if (what === 'answered-here') return answer(0, at().made(request.method))
    const record = recordBehind(request)
    const target = standing().find(
      ({ kind, local }) => kind === record?.kind && local === record.local,
    )
    if (what === 'removed-here') return remove(target)
    const word = `meanwhile ${at().made(request.method)} of ${request.method}`
    edit(target, { time: { notes: word }, expense: { notes: word }, category: { name: word } })
  }

  /** The record here that a request is about. */
  function recordBehind(request: HttpRequest): Standing | undefined {
    const { sqlite } = at()
    const [, resource, id] = pathOf(request).split('?')[0]!.split('/')
    const kind = kindOfResource(resource)
    if (!kind) return undefined
    const found =
      id === undefined
        ? looking(
            sqlite,
            `select local_id as local from attempt where resource = ? order by id desc limit 1`,
          ).get(kind)
        : looking(
            sqlite,
            `select local_id as local from sync_record where resource = ? and remote_id = ?`,
          ).get(kind, Number(id))
    return found ? { kind, local: (found as { local: number }).local } : undefined
  }

  function pick(which: number): Standing | undefined {
    const all = standing()
    return all.length === 0 ? undefined : all[which % all.length]
  }

  function add(kind: Kind, entry: Entry, copies: number): void {
    const input = entries[kind].input(entry, lookup)
    const { isAlive } = at()
    for (let copy = 0; copy < copies && isAlive(); copy++) {
      person(`adds ${kind} ${JSON.stringify(entry)}`, (context) =>
        entries[kind].create(context, input as never),
      )
    }
  }

  return {
    meddle,
    takeBack,
    async answerAll(how) {
      const { context } = at()
      const cards = await readInboxCards(context.db)
      for (const card of cards) await answerCard(context, card, how(card))
      return cards.length
    },
    act(step) {
      switch (step.do) {
        case 'add':
          add(step.kind, step.entry, step.copies)
          return true
        case 'edit':
          edit(pick(step.which), step.sets)
          return true
        case 'open-form':
          openForm(pick(step.which), step.sets)
          return true
        case 'save-form':
          saveForm(step.which, step.id)
          return true
        case 'edit-formed-there':
          editFormedThere(step.sets)
          return true
        case 'edit-both':
          editBoth(step)
          return true
        case 'remove':
          remove(pick(step.which))
          return true
        case 'split':
          split(step)
          return true
        case 'cell':
          setCell(step)
          return true
        case 'copy-to':
          copyTo(pick(step.which), step.day)
          return true
        case 'undo':
          takeBack()
          return true
        case 'answer':
          answer(step.which, step.how)
          return true
        case 'look':
          look()
          return true
        case 'answer-seen':
          answerSeen(step.which, step.how)
          return true
        case 'answer-many':
          answerMany(step.how)
          return true
        case 'answer-typed':
          answerTyped(step.which, step.how)
          return true
        case 'type-theirs':
          typeRemoteFields()
          return true
        case 'remove-other':
          removeOther()
          return true
        case 'remove-category':
          remove(pickSent('category', step.which))
          return true
        case 'exchange-names':
          exchangeNames(step.which, step.other)
          return true
        case 'pass-name-on':
          passNameOn(step)
          return true
        case 'edit-and-remove-there':
          editAndRemoveThere(step)
          return true
        case 'edit-newest':
          editNewest(step.kind, step.here)
          return true
        case 'edit-and-replace-there':
          editAndReplaceThere(step)
          return true
        default:
          return false
      }
    },
  }
}
