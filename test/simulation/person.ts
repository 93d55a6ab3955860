/** The person at a machine: what they do to the records here. */
import type { ActionContext } from '#core/actions/change.ts'
import { splitTime } from '#core/actions/split-merge-times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { copyTimes } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import type { HttpRequest } from '#core/ports.ts'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import type { InboxCard } from '#shared/resources/inbox-card.ts'
import type Sqlite from 'better-sqlite3'
import { changeThere, removeThere, setThere } from './browser.ts'
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
  /** Answers every card; returns how many there were. @param how picks one of this many answers */
  answerAll(how: (answers: number) => number): Promise<number>
}

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

  /** Changes one record of a kind here, and in a browser before that is sent. */
  function editBoth({ kind, which, here, there }: Extract<Doing, { do: 'edit-both' }>): void {
    const all = standing().filter((record) => record.kind === kind && heldOf(record))
    const record = all[which % all.length]
    if (!record) return
    setThere(world, heldOf(record)!, there)
    set(record, here)
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
    person(`splits time ${local} after ${increments} of ${quantity}`, (context) =>
      splitTime(context, local, start + increments * increment),
    )
  }

  function setCell({ day, project, task, minutes }: Extract<Doing, { do: 'cell' }>): void {
    const cell = { date: day, project: lookup('project', project), task: lookup('task', task) }
    person(`sets ${day} of ${project}/${task} to ${minutes} minutes`, (context) =>
      setTimesheetCells(context, [{ ...cell, minutes }], {
        ...{ mine: { me: null, everything: true }, rounding: 'up', workBegins: 540 },
      }),
    )
  }

  function copyTo(record: Standing | undefined, day: string): void {
    if (record?.kind !== 'time') return
    const { local } = record
    person(`copies time ${local} to ${day}`, (context) => copyTimes(context, [local], day))
  }

  /** Answers a card in one of the ways that it offers. */
  function answer(which: number, how: number): void {
    person('looks at the inbox', async (context) => {
      const cards = await readInboxCards(context.db)
      const card = cards[which % cards.length]
      if (card) await answerCard(context, card, how)
    })
  }

  async function answerCard(context: ActionContext, card: InboxCard, how: number): Promise<void> {
    const take = card.takes[how % card.takes.length]!
    // Some fields of a conflict may take the remote value.
    const some = card.kind === 'conflict' && take === 'mine' && how % 4 === 2
    const theirs = some ? card.fields.slice(0, 1).map(({ field }) => field) : []
    const what = `${card.kind} of ${card.resource} ${card.local ?? ''}`
    say(`answers ${what}: ${take} ${theirs.join()}`)
    const done = await resolveCard(context, card.card, take, theirs)
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
    const stands = standing().find(
      ({ kind, local }) => kind === record?.kind && local === record.local,
    )
    if (what === 'removed-here') return remove(stands)
    const word = `meanwhile ${at().made(request.method)} of ${request.method}`
    edit(stands, { time: { notes: word }, expense: { notes: word }, category: { name: word } })
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
      for (const card of cards) await answerCard(context, card, how(card.takes.length))
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
        default:
          return false
      }
    },
  }
}
