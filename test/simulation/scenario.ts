/** What happens in a world: drawn from a seed, or a part of that when a trace is made shorter. */
import { chance, type Chance } from './chance.ts'
import type { Kind } from './checks/kinds.ts'
import { entries, type Entry } from './entries.ts'
import { faultKinds, type Weather } from './fault.ts'
import { offered } from './service/beyond.ts'
import type { Values } from './service/held.ts'
import { drawProfile, type Profile } from './service/profile.ts'

export type Doing =
  | { do: 'add'; kind: Kind; entry: Entry; copies: number }
  /** Of each kind what it would be set to: which one it is is known when it happens. */
  | { do: 'edit'; which: number; sets: Record<Kind, Entry> }
  | { do: 'remove'; which: number }
  | { do: 'undo' }
  | { do: 'cycle' }
  | { do: 'watch'; on: boolean }
  /** Ends properly and starts again. */
  | { do: 'restart' }
  /** Dies after so many further awaits, and starts again after a while. */
  | { do: 'die'; awaits: number; pause: number }
  | { do: 'sleep'; milliseconds: number }
  /** The wall clock is put forward or back. */
  | { do: 'jump'; milliseconds: number }
  /** To the other account of this machine. */
  | { do: 'switch' }
  /** Nothing of this machine reaches the service for a while. */
  | { do: 'offline'; milliseconds: number; reached: boolean }
  /** The service does not take the token for a while. */
  | { do: 'refuse-token'; milliseconds: number }
  | { do: 'add-there'; kind: Kind; entry: Entry }
  | { do: 'edit-there'; which: number; sets: Record<Kind, Entry> }
  | { do: 'remove-there'; which: number }

export type Step = Doing & {
  /** Names it in a trace. */
  id: number
  /** Milliseconds since the world began. */
  at: number
  /** The machine; with `-there`: nobody. */
  who: number
}

export interface Scenario {
  seed: number
  profile: Profile
  weather: Weather
  machines: number
  zones: readonly string[]
  /** Sync runs by itself, as in an app; else only when asked. */
  background: boolean
  /** Some entries are refused, or break the service, as long as things go wrong. */
  poison: 'refuse' | 'break' | null
  steps: readonly Step[]
  /** When the faults stop. */
  stormEnds: number
  /** What is left of it when a trace was made shorter: names of steps and faults; null: all. */
  keep: ReadonlySet<string> | null
}

const zones = ['UTC', 'Europe/Vienna', 'Pacific/Auckland', 'America/Los_Angeles']

export function drawScenario(seed: number, keep: ReadonlySet<string> | null = null): Scenario {
  const from = chance(seed, 'scenario')
  const machines = from.pick([1, 2, 2, 2, 3])
  const steps: Step[] = []
  let at = 0
  const count = from.between(5, 20)
  const tame = from.percent(12)
  for (let id = 0; id < count; id++) {
    at += from.pick([10, 200, 800, 2_500, from.between(1, 9_000), from.between(1, 90_000)])
    const who = from.between(0, machines - 1)
    steps.push({ ...drawDoing(from, id), id, at, who })
  }
  const harsh = from.pick([10, 25, 40, 60])
  return {
    seed,
    profile: drawProfile(from, offered),
    weather: {
      reads: tame ? 0 : Math.round(harsh / 4),
      writes: tame ? 0 : harsh,
      kinds: from.percent(50) ? faultKinds : faultKinds.filter(() => from.percent(35)),
    },
    machines,
    zones: Array.from({ length: machines }, () => from.pick(zones)),
    background: from.percent(65),
    poison: from.pick([null, null, null, 'refuse', 'break']),
    steps: keep ? steps.filter((step) => keep.has(`s${step.id}`)) : steps,
    stormEnds: at + from.pick([500, 8_000, 70_000]),
    keep,
  }
}

function drawDoing(from: Chance, id: number): Doing {
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

/** By how often they come. */
const doings = [
  ...Array<'add'>(6).fill('add'),
  ...Array<'edit'>(10).fill('edit'),
  ...Array<'remove'>(3).fill('remove'),
  ...Array<'cycle'>(8).fill('cycle'),
  ...Array<'edit-there'>(4).fill('edit-there'),
  ...Array<'die'>(4).fill('die'),
  ...Array<'undo'>(2).fill('undo'),
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
] as const

const drawKind = (from: Chance): Kind =>
  from.pick(['time', 'time', 'time', 'time', 'expense', 'expense', 'category'])

const drawSets = (from: Chance): Record<Kind, Entry> => ({
  time: entries.time.drawSet(from),
  expense: entries.expense.drawSet(from),
  category: entries.category.drawSet(from),
})

/** True for what `poison` is about. */
export const isPoison = (values: Values): boolean => values.notes === 'poison'
