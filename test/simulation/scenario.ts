/** The steps of a world: drawn from a seed, or a part of them when a trace is made shorter. */
import type { Capability } from '#shared/resources/service-info.ts'
import { drawSameAct } from './act-doings.ts'
import { drawCurrencyChange, drawMeeting, withAmounts } from './amount-doings.ts'
import { chance, type Chance } from './chance.ts'
import type { Doing } from './doings.ts'
import { drawCopy } from './copy-doings.ts'
import { drawElsewhere } from './elsewhere-doings.ts'
import { drawForm } from './form-doings.ts'
import { drawReturn } from './return-doings.ts'
import { drawDeletionOnBoth } from './deletion-doings.ts'
import { drawReuse, drawReuseBeforeFeed, drawReuseOnBoth } from './reuse-doings.ts'
import { drawSetBack } from './set-back-doings.ts'
import { drawSplit } from './split-doings.ts'
import {
  keptWithIdsOnce,
  keptWithOneCurrency,
  keptWithoutAmounts,
  keptWithoutCopies,
  keptWithoutDeletionsOnBoth,
  keptWithoutElsewhere,
  keptWithoutForms,
  keptWithoutReturns,
  keptWithoutReuses,
  keptWithoutReusesOnBoth,
  keptWithoutSetBacks,
  keptWithoutSameActs,
  keptWithoutSplits,
  keptWithoutTurns,
} from './kept.ts'
import type { Weather } from './fault.ts'
import { offered } from './service/beyond.ts'
import type { Values } from './service/held.ts'
import { drawProfile, type Profile } from './service/profile.ts'
import { drawTheme, drawThemed, drawWeather } from './themes.ts'
import { turns, type Turn, type TurnName, type TurnStep } from './turn-doings.ts'

export type Step = Doing & {
  /** Names it in a trace. */
  id: number
  /** Milliseconds since the world began. */
  at: number
  /** The machine; a step that ends in `-there` uses none. */
  who: number
}

export interface Scenario {
  seed: number
  profile: Profile
  weather: Weather
  machines: number
  zones: readonly string[]
  /** Sync runs in the background, as in an app; else only on request. */
  background: boolean
  /** In the end every card is answered. */
  answersAll: boolean
  /** Some entries are refused, or break the service, until the faults end. */
  poison: 'refuse' | 'break' | null
  steps: readonly Step[]
  /** When the faults stop. */
  stormEnds: number
  /** What is left when a trace was made shorter: names of steps and faults; null: all. */
  keep: ReadonlySet<string> | null
}

const zones = ['UTC', 'Europe/Vienna', 'Pacific/Auckland', 'America/Los_Angeles']

/** Most services, as most readers of the specification, free a name with its category. */
const names = ['active', 'active', 'active', 'active', 'ever'] as const

/** The share of worlds, in a hundred, with forms that are open for a while. */
const withForms = 20

/**
 * The share of worlds in which people and colleagues change the values of amounts, often the same
 * ones.
 */
const withMoney = 25

/**
 * The share of worlds in which a data folder is copied, and another machine continues with the
 * copy.
 */
const withCopying = 15

/** The share of worlds in which the service gives the ids of deleted records again. */
const withIdsAgain = 16

/** The share of those in which it gives the id of a record that is changed here at that moment. */
const withReuses = 40

/** The share of the others, of those with several machines, in which two of them have changed it. */
const withReusesOnBoth = 60

/** The share of the plain worlds with several machines in which two of them meet the same deletions. */
const withDeletionsOnBoth = 12

/** The share of worlds in which the currency of a project changes. */
const withOtherCurrency = 16

/** The share of worlds in which entries are split. */
const withSplits = 16

/** The share of worlds, of those with several machines, in which two of them do the same. */
const withSameActs = 20

/** The share of worlds in which the service has deleted records again. */
const withReturns = 10

/** The share of worlds in which the service is restored from its backup. */
const withSetBacks = 10

/** The share of worlds that take a rare turn. */
const withTurns = 25

/** The share of worlds in which the address of a machine leads elsewhere for a while. */
const withElsewhere = 8

export function drawScenario(seed: number, keep: ReadonlySet<string> | null = null): Scenario {
  const from = chance(seed, 'scenario')
  const machines = from.pick([1, 2, 2, 2, 3])
  const steps: Step[] = []
  let at = 0
  const theme = drawTheme(from)
  const count = from.between(5, theme.is === 'lists' ? 12 : 20)
  for (let id = 0; id < count; id++) {
    at += from.pick([10, 200, 800, 2_500, from.between(1, 9_000), from.between(1, 90_000)])
    // Longer than a cursor reaches back.
    if (theme.is === 'lists' && from.percent(20)) at += 350_000
    const who = from.between(0, machines - 1)
    steps.push({ ...drawThemed(from, id, theme), id, at, who })
  }
  const formed = hasForms(seed) ? withFormsAmong(seed, steps, machines) : steps
  const counted = hasAmounts(seed) ? withAmountsAmong(seed, formed, machines) : formed
  const copied = hasCopies(seed)
    ? withRunsAmong(chance(seed, 'copies'), counted, machines, 1, drawCopy)
    : counted
  const turned = changesCurrency(seed) ? withCurrencyAmong(seed, copied, machines) : copied
  const split = splits(seed) ? withSplitsAmong(seed, turned, machines) : turned
  const acted = repeatsActs(seed, machines)
  const repeated = acted ? withActsAmong(seed, split, machines) : split
  // What was split, or done on two machines, counts once only while nothing of it returns.
  const returned = !acted && !splits(seed) && hasReturns(seed)
  const isSetBack = !acted && !splits(seed) && !returned && setsBack(seed)
  const besides = returned ? withReturnsAmong(seed, repeated, machines) : repeated
  const restored = isSetBack ? withSetBacksAmong(seed, besides, machines) : besides
  const isLed = !acted && !splits(seed) && !returned && !isSetBack && leadsElsewhere(seed)
  const led = isLed ? withElsewhereAmong(seed, restored, machines) : restored
  const turn = isLed ? null : turnOf(seed, acted || splits(seed) || returned || isSetBack)
  const rare = turn ? withTurnsAmong(seed, led, machines, turn) : led
  const isPlain = !acted && !splits(seed) && !returned && !isSetBack && !isLed
  const isBeforeFeed =
    isPlain && !reusesIds(seed) && !reusesOnBoth(seed, machines) && reusesBeforeFeed(seed)
  const all =
    !isPlain || !givesIdsAgain(seed)
      ? isPlain && deletesOnBoth(seed, machines)
        ? withDeletionsOnBothAmong(seed, rare, machines)
        : rare
      : reusesIds(seed)
        ? withReusesAmong(seed, rare, machines)
        : reusesOnBoth(seed, machines)
          ? withReusesOnBothAmong(seed, rare, machines)
          : isBeforeFeed
            ? withReusesBeforeFeedAmong(seed, rare, machines)
            : rare
  const drawn = drawProfile(from, offered)
  const profile: Profile = {
    ...drawn,
    names: chance(seed, 'names').pick(names),
    ids: givesIdsAgain(seed) ? 'again' : 'once',
    unchanged: chance(seed, 'unchanged').pick(['dated', 'dated', 'left']),
    worth: hasAmounts(seed) ? chance(seed, 'worth').pick(['alike', 'apart']) : 'alike',
    capabilities: acted
      ? withUids(seed, drawn.capabilities)
      : isBeforeFeed
        ? [...new Set([...drawn.capabilities, 'changes'] as const)]
        : drawn.capabilities,
  }
  const listed =
    theme.is === 'lists' ? { ...profile, pageDivisor: from.pick([1, 45, 45]) } : profile
  const weather = drawWeather(from, theme)
  const offers = turn?.profile?.(listed, chance(seed, 'turned profile')) ?? listed
  return {
    seed,
    profile: all.some((step) => toldByEpoch.includes(step.do)) ? withEpochs(offers) : offers,
    weather: turn?.weather?.(weather, chance(seed, 'turned weather')) ?? weather,
    machines,
    zones: Array.from({ length: machines }, () => from.pick(zones)),
    background: from.percent(65),
    answersAll: from.percent(50),
    poison: from.pick([null, null, null, 'refuse', 'break']),
    steps: keep ? all.filter((step) => keep.has(`s${step.id}`)) : all,
    stormEnds: at + from.pick([500, 8_000, 70_000]),
    keep,
  }
}

const hasForms = (seed: number): boolean =>
  chance(seed, 'has forms').percent(withForms) && !keptWithoutForms.includes(seed)

/** Drawn separately, so that nothing else is drawn differently because of them. */
function withFormsAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'forms')
  return withRunsAmong(from, steps, machines, from.between(1, 3), drawForm)
}

/**
 * Adds runs of steps, each on one machine, from the moment of another step on.
 * @param draw each with the milliseconds that pass before it
 */
function withRunsAmong(
  from: Chance,
  steps: readonly Step[],
  machines: number,
  runs: number,
  draw: (from: Chance) => readonly TurnStep[],
): Step[] {
  const all = [...steps]
  for (let run = 0; run < runs; run++) {
    const who = from.between(0, machines - 1)
    let { at } = from.pick(steps)
    for (const { after, elsewhere, ...doing } of draw(from)) {
      at += after
      all.push({ ...doing, id: all.length, at, who: elsewhere ? (who + 1) % machines : who })
    }
  }
  return all.toSorted((one, other) => one.at - other.at)
}

const hasAmounts = (seed: number): boolean =>
  chance(seed, 'has amounts').percent(withMoney) && !keptWithoutAmounts.includes(seed)

/** Drawn separately, as with forms. */
function withAmountsAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'amounts')
  const all = steps.map((step) => ({ ...withAmounts(from, step), ...placeOf(step) }))
  return withRunsAmong(from, all, machines, from.between(1, 3), drawMeeting)
}

const hasCopies = (seed: number): boolean =>
  chance(seed, 'has copies').percent(withCopying) && !keptWithoutCopies.includes(seed)

const changesCurrency = (seed: number): boolean =>
  chance(seed, 'changes currency').percent(withOtherCurrency) && !keptWithOneCurrency.includes(seed)

/** Drawn separately, as with forms. */
function withCurrencyAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'currencies')
  return withRunsAmong(from, steps, machines, from.between(1, 2), drawCurrencyChange)
}

const splits = (seed: number): boolean =>
  chance(seed, 'splits').percent(withSplits) && !keptWithoutSplits.includes(seed)

/** Drawn separately, as with forms. */
function withSplitsAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'splitting')
  return withRunsAmong(from, steps, machines, from.between(1, 3), drawSplit)
}

const hasReturns = (seed: number): boolean =>
  chance(seed, 'has returns').percent(withReturns) && !keptWithoutReturns.includes(seed)

/** Drawn separately, as with forms. */
function withReturnsAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'returns')
  return withRunsAmong(from, steps, machines, from.between(1, 2), drawReturn)
}

const setsBack = (seed: number): boolean =>
  chance(seed, 'sets back').percent(withSetBacks) && !keptWithoutSetBacks.includes(seed)

/** Drawn separately, as with forms. */
const withSetBacksAmong = (seed: number, steps: readonly Step[], machines: number): Step[] =>
  withRunsAmong(chance(seed, 'set back'), steps, machines, 1, drawSetBack)

const leadsElsewhere = (seed: number): boolean =>
  chance(seed, 'leads elsewhere').percent(withElsewhere) && !keptWithoutElsewhere.includes(seed)

/** Drawn separately, as with forms. */
const withElsewhereAmong = (seed: number, steps: readonly Step[], machines: number): Step[] =>
  withRunsAmong(chance(seed, 'elsewhere'), steps, machines, 1, drawElsewhere)

/** Without epochs a feed is read past what was lost, which only the weekly reading of lists tells. */
const toldByEpoch: readonly Step['do'][] = ['set-back-there', 'lead-elsewhere']

const withEpochs = (profile: Profile): Profile =>
  profile.capabilities.includes('changes')
    ? { ...profile, capabilities: [...new Set([...profile.capabilities, 'epoch'] as const)] }
    : profile

const repeatsActs = (seed: number, machines: number): boolean =>
  machines > 1 &&
  chance(seed, 'repeats acts').percent(withSameActs) &&
  !keptWithoutSameActs.includes(seed)

/** Drawn separately, as with forms. */
function withActsAmong(seed: number, steps: readonly Step[], machines: number): Step[] {
  const from = chance(seed, 'acts')
  const all = [...steps]
  for (let acts = from.between(1, 3); acts > 0; acts--) {
    const first = from.between(0, machines - 1)
    const second = (first + from.between(1, machines - 1)) % machines
    const begin = from.pick(steps).at
    for (const [place, run] of drawSameAct(from).entries()) {
      let at = begin
      for (const { after, ...doing } of run) {
        at += after
        all.push({ ...doing, id: all.length, at, who: place === 0 ? first : second })
      }
    }
  }
  return all.toSorted((one, other) => one.at - other.at)
}

/** Mostly the service knows uids; it says who the person is, too. */
const withUids = (seed: number, drawn: readonly Capability[]): readonly Capability[] =>
  chance(seed, 'uids').percent(80)
    ? [...new Set([...drawn, 'reference', 'user', 'uid'] as const)]
    : drawn

const givesIdsAgain = (seed: number): boolean =>
  chance(seed, 'gives ids again').percent(withIdsAgain) && !keptWithIdsOnce.includes(seed)

const reusesIds = (seed: number): boolean =>
  givesIdsAgain(seed) &&
  chance(seed, 'reuses ids').percent(withReuses) &&
  !keptWithoutReuses.includes(seed)

/** Drawn separately, as with forms. */
const withReusesAmong = (seed: number, steps: readonly Step[], machines: number): Step[] =>
  withRunsAmong(chance(seed, 'reuses'), steps, machines, 1, drawReuse)

const reusesOnBoth = (seed: number, machines: number): boolean =>
  machines > 1 &&
  chance(seed, 'reuses on both').percent(withReusesOnBoth) &&
  !keptWithoutReusesOnBoth.includes(seed)

/** Drawn separately, as with forms. */
const withReusesOnBothAmong = (seed: number, steps: readonly Step[], machines: number): Step[] =>
  withRunsAmong(chance(seed, 'on both'), steps, machines, 1, drawReuseOnBoth)

const deletesOnBoth = (seed: number, machines: number): boolean =>
  machines > 1 &&
  chance(seed, 'deletes on both').percent(withDeletionsOnBoth) &&
  !keptWithoutDeletionsOnBoth.includes(seed)

/** Drawn separately, as with forms. */
const withDeletionsOnBothAmong = (seed: number, steps: readonly Step[], machines: number): Step[] =>
  withRunsAmong(chance(seed, 'deletions on both'), steps, machines, 1, drawDeletionOnBoth)

const reusesBeforeFeed = (seed: number): boolean =>
  givesIdsAgain(seed) && !keptWithoutReusesOnBoth.includes(seed)

/** Drawn separately, as with forms. */
const withReusesBeforeFeedAmong = (seed: number, steps: readonly Step[], machines: number) =>
  withRunsAmong(chance(seed, 'before the feed'), steps, machines, 3, drawReuseBeforeFeed)

const turnNames = Object.keys(turns) as TurnName[]

/**
 * The rare turn of a world, or null.
 * @param isApart the world is one of those that are not set back
 */
function turnOf(seed: number, isApart: boolean): Turn | null {
  const from = chance(seed, 'turn')
  if (!from.percent(withTurns) || keptWithoutTurns.includes(seed)) return null
  const name = from.pick(turnNames)
  return isApart && name === 'losses' ? null : turns[name]
}

/** Drawn separately, as with forms. */
const withTurnsAmong = (
  seed: number,
  steps: readonly Step[],
  machines: number,
  { runs, draw }: Turn,
): Step[] => withRunsAmong(chance(seed, 'turns'), steps, machines, runs, draw)

const placeOf = ({ id, at, who }: Step) => ({ id, at, who })

/** True for a value that `poison` applies to. */
export const isPoison = (values: Values): boolean => values.notes === 'poison'
