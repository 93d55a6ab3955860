/** What people, machines and the service do in a world. */
import type { Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import { entries, type Entry } from './entries.ts'

export type Doing =
  | { do: 'add'; kind: Kind; entry: Entry; copies: number }
  /** What each kind would be set to: which record it is, is known when it happens. */
  | { do: 'edit'; which: number; sets: Record<Kind, Entry> }
  /** The form of a record is opened, and typed into. */
  | { do: 'open-form'; which: number; sets: Record<Kind, Entry> }
  /** One of the open forms is saved: which one is known when it happens. */
  | { do: 'save-form'; which: number }
  | { do: 'remove'; which: number }
  /**
   * An entry is split after this share of its increments, percent. Before that is sent, the same one
   * is changed in a browser, or deleted.
   */
  | { do: 'split'; which: number; share: number; there: Entry | 'removed' | null }
  /** Hours are typed into a cell of the timesheet. */
  | { do: 'cell'; day: string; project: number; task: number; minutes: number }
  /** An entry is copied to another day. */
  | { do: 'copy-to'; which: number; day: string }
  | { do: 'undo' }
  /** The person answers a card of the inbox: which one, and how, is known when it happens. */
  | { do: 'answer'; which: number; how: number }
  /** The inbox is open from now on, and shows what it has at this moment. */
  | { do: 'look' }
  /** One of the cards that were in the inbox then is answered as it offered. */
  | { do: 'answer-seen'; which: number; how: number }
  /** All cards of one kind are answered at once, on the command line with those seen last. */
  | { do: 'answer-many'; how: number }
  /** On the command line: any answer, and any fields that are taken from the service. */
  | { do: 'answer-typed'; which: number; how: number }
  /** What the service has is typed into the record of a conflict. */
  | { do: 'type-theirs' }
  /** A possible duplicate that a card names is deleted. */
  | { do: 'remove-other' }
  | { do: 'remove-category'; which: number }
  /** Two categories of the service exchange their names. */
  | { do: 'exchange-names'; which: number; other: number }
  /**
   * A category is renamed, another one gets its name, or a new one, and the first is changed once
   * more.
   */
  | { do: 'pass-name-on'; which: number; other: number; made: boolean }
  | { do: 'cycle' }
  | { do: 'watch'; on: boolean }
  /** Ends properly and starts again. */
  | { do: 'restart' }
  /** Dies after this many further awaits, and starts again after a while. */
  | { do: 'die'; awaits: number; pause: number }
  /** The data folder is copied while the program does not run. */
  | { do: 'copy' }
  /** The machine is lost with all that it has done since, and another continues with the copy. */
  | { do: 'go-on-with-copy' }
  | { do: 'sleep'; milliseconds: number }
  /** The wall clock is set forward or back. */
  | { do: 'jump'; milliseconds: number }
  /** Switches to the other account of this machine. */
  | { do: 'switch' }
  /** Nothing of this machine reaches the service for a while. */
  | { do: 'offline'; milliseconds: number; reached: boolean }
  /** The service accepts no token for a while. */
  | { do: 'refuse-token'; milliseconds: number }
  /** The service no longer accepts the first token. */
  | { do: 'revoke-token' }
  /** The person enters a second token of the account, or one of another organisation. */
  | { do: 'token'; whose: 'own' | 'other' }
  /** The currency of a project changes on the service. */
  | { do: 'change-currency'; project: number; currency: string }
  /** The increments of a project have another length on the service. */
  | { do: 'change-increment'; project: number; minutes: number }
  /** A category is archived on the service, or restored there. */
  | { do: 'category-there'; how: 'removed' | 'restored'; which: number }
  /**
   * What a machine sent last and does not know yet is written otherwise, or another person has the
   * same.
   */
  | { do: 'tidy-there'; how: 'capitals' | 'cut' | 'alike' }
  | { do: 'add-there'; kind: Kind; entry: Entry }
  | { do: 'edit-there'; which: number; sets: Record<Kind, Entry> }
  /** The record of the form that was opened last. */
  | { do: 'edit-formed-there'; sets: Record<Kind, Entry> }
  /** One record is changed here, and in a browser at the same time. */
  | { do: 'edit-both'; kind: Kind; which: number; here: Entry; there: Entry }
  | { do: 'remove-there'; which: number }
  /** A record is changed here, and deleted in a browser at the same time. */
  | { do: 'edit-and-remove-there'; kind: Kind; which: number; here: Entry }
  /**
   * The newest record of a kind is changed here, and at the same time deleted in a browser, where
   * another one is created: a service that gives ids again gives it the same id.
   */
  | { do: 'edit-and-replace-there'; kind: Kind; here: Entry; there: Entry }
  /** The newest record of a kind is changed here, or deleted. */
  | { do: 'edit-newest'; kind: Kind; here: Entry | 'removed' }
  /** The newest record of a kind is deleted in a browser, and another one may be created there. */
  | { do: 'replace-there'; kind: Kind; there: Entry | null }
  /** The service has a deleted record again, as after its restoration from a backup. */
  | { do: 'bring-back-there' }
  /** The service is backed up, and restored from that later: what came between is lost. */
  | { do: 'back-up-there' }
  | { do: 'set-back-there' }
  /**
   * The address leads to another organization, from this machine: one with these entries, under ids
   * that are known here, or under others.
   */
  | { do: 'lead-elsewhere'; ids: 'same' | 'other'; entries: readonly Entry[] }
  | { do: 'lead-back' }
  | { do: 'add-many-there'; kind: Kind; entries: readonly Entry[] }
  /** All but a few at once. */
  | { do: 'remove-many-there'; kind: Kind; spared: number }

/** @param id its position: the first ones make something to work with */
export function drawDoing(from: Chance, id: number): Doing {
  const which = from.between(0, 9)
  // The first steps make something to work with.
  const kind = id < 2 ? from.pick(['add', 'add', 'add-there'] as const) : from.pick(doings)
  switch (kind) {
    case 'add': {
      const of = drawKind(from)
      const drawn = entries[of].draw(from)
      const entry = from.percent(6) && of === 'time' ? { ...drawn, task: null } : drawn
      return { do: kind, kind: of, entry, copies: from.percent(12) && of !== 'category' ? 2 : 1 }
    }
    case 'answer':
      return { do: kind, which, how: from.between(0, 99) }
    case 'token':
      return { do: kind, whose: from.percent(50) ? 'own' : 'other' }
    case 'edit':
    case 'edit-there':
      return { do: kind, which, sets: drawSets(from) }
    case 'remove':
    case 'remove-there':
      return { do: kind, which }
    case 'add-there': {
      const of = drawKind(from)
      return { do: kind, kind: of, entry: entries[of].draw(from) }
    }
    case 'watch':
      return { do: kind, on: from.percent(60) }
    case 'die':
      return { do: kind, awaits: from.between(1, 90), pause: from.between(1, 4_000) }
    case 'sleep':
      return { do: kind, milliseconds: from.pick([3_000, 40_000, 3_600_000]) }
    case 'jump':
      return {
        do: kind,
        milliseconds: from.pick([-86_400_000, -3_600_000, -5_000, 5_000, 3_600_000]),
      }
    case 'offline':
      return { do: kind, milliseconds: from.between(500, 60_000), reached: from.percent(50) }
    case 'refuse-token':
      return { do: kind, milliseconds: from.between(500, 60_000) }
    default:
      return { do: kind }
  }
}

/** Weighted by how often they come. */
const doings = [
  ...Array<'add'>(6).fill('add'),
  ...Array<'edit'>(10).fill('edit'),
  ...Array<'remove'>(3).fill('remove'),
  ...Array<'cycle'>(8).fill('cycle'),
  ...Array<'edit-there'>(4).fill('edit-there'),
  ...Array<'die'>(4).fill('die'),
  ...Array<'undo'>(2).fill('undo'),
  ...Array<'answer'>(3).fill('answer'),
  ...Array<'remove-there'>(2).fill('remove-there'),
  'add-there',
  'watch',
  'restart',
  'sleep',
  'jump',
  'switch',
  'offline',
  'offline',
  'refuse-token',
  'revoke-token',
  'token',
] as const

const drawKind = (from: Chance): Kind =>
  from.pick(['time', 'time', 'time', 'time', 'expense', 'expense', 'category'])

export const drawSets = (from: Chance): Record<Kind, Entry> => ({
  time: entries.time.drawSet(from),
  expense: entries.expense.drawSet(from),
  category: entries.category.drawSet(from),
})
