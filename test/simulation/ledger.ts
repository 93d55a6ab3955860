/**
 * What the worlds of a run really met: each branch of the files that decide, each answer to each
 * kind of card, each fault on each kind of request. A run of many worlds that never met one of them
 * proves nothing about it.
 */
import { branchText, placeOf, type Ranges } from './branches.ts'
import { kindNames, kinds, type Kind } from './checks/kinds.ts'
import { reasons, type Reason } from './reasons.ts'
import { faultKinds, isPossible, type Asked, type Fault } from './fault.ts'

/** What one part of a run met. */
export interface Met {
  ranges: Ranges
  /** How often, by the names that `cardSituation` and `faultSituation` give. */
  events: Readonly<Record<string, number>>
}

export interface Ledger {
  add(met: Met): void
  /** By name; those that never occurred have 0. */
  counts(): Map<string, number>
}

export const cardSituation = (kind: string, take: string): string => `card ${kind}: ${take}`

/** How a form ends whose record a colleague changed. */
export type FormEnd = 'mine' | 'theirs' | 'gone'
export const formSituation = (kind: Kind, end: FormEnd): string => `form of ${kind}: ${end}`

export const faultSituation = (fault: string, asked: Asked, resource: string): string =>
  `fault ${fault} on ${asked.method} ${resource}${asked.method === 'GET' && asked.list ? ' list' : ''}`

/** Every answer that some card offers. */
const answers: Readonly<Record<string, readonly string[]>> = {
  refused: ['again', 'theirs', 'drop'],
  archived: ['again', 'drop'],
  conflict: ['mine', 'theirs'],
  twin: ['mine', 'theirs', 'again', 'drop'],
  gone: ['again', 'drop'],
  unit: ['mine', 'theirs', 'again'],
  removals: ['theirs', 'again'],
  moved: ['mine', 'again'],
  repeated: ['mine', 'drop'],
  cell: ['again', 'mine', 'theirs'],
  'bad-record': ['drop'],
}

const requests: readonly Asked[] = [
  { method: 'GET', list: true },
  { method: 'GET', list: false },
  { method: 'POST', list: true },
  { method: 'PUT', list: false },
  { method: 'DELETE', list: false },
]

/** Everything that the worlds themselves record, whether it occurred or not. */
function expected(): string[] {
  const cards = Object.entries(answers).flatMap(([kind, takes]) =>
    takes.map((take) => cardSituation(kind, take)),
  )
  const everyKind: readonly Fault['is'][] = [...faultKinds, 'strange']
  const faults = requests.flatMap((asked) =>
    everyKind
      .filter((fault) => isPossible(fault, asked))
      .flatMap((fault) =>
        kindNames.map((kind) => faultSituation(fault, asked, kinds[kind].resource)),
      ),
  )
  const forms = kindNames.flatMap((kind) =>
    (['mine', 'theirs', 'gone'] as const).map((end) => formSituation(kind, end)),
  )
  return [...cards, ...forms, ...faults]
}

/** One world, and what it met. */
export interface MetWorld {
  seed: number
  met: Met
}

/**
 * Finds a few of the worlds that together meet everything that all of them met, and how much each
 * adds.
 */
export function fewWorlds(worlds: readonly MetWorld[]): { seed: number; adds: number }[] {
  const blocks = new Set<string>()
  for (const { met } of worlds) for (const block of blocksIn(met.ranges)) blocks.add(block)
  const left = new Map(worlds.map(({ seed, met }) => [seed, situationsIn(met, blocks)]))
  const few: { seed: number; adds: number }[] = []
  for (;;) {
    const [best] = [...left].toSorted((one, other) => other[1].size - one[1].size)
    if (!best || best[1].size === 0) return few
    const [seed, met] = best
    few.push({ seed, adds: met.size })
    for (const rest of left.values()) if (rest !== met) for (const name of met) rest.delete(name)
    left.delete(seed)
  }
}

function situationsIn({ ranges, events }: Met, blocks: ReadonlySet<string>): Set<string> {
  const painted = new Map(Object.entries(ranges).map(([file, some]) => [file, paint(some)]))
  const taken = [...blocks].filter((block) => {
    const [file, start] = block.split(' ') as [string, string]
    return (painted.get(file)?.[Number(start)] ?? 0) > 0
  })
  return new Set([...taken, ...Object.keys(events)])
}

const blocksIn = (ranges: Ranges): string[] =>
  Object.entries(ranges).flatMap(([file, some]) =>
    some.map(([start, end]) => `${file} ${start} ${end}`),
  )

export function makeLedger(): Ledger {
  const events = new Map(expected().map((name) => [name, 0]))
  /** By file, how often each character was executed. */
  const passed = new Map<string, Float64Array>()
  const blocks = new Set<string>()

  return {
    add(met) {
      for (const [name, count] of Object.entries(met.events)) {
        events.set(name, (events.get(name) ?? 0) + count)
      }
      for (const [file, some] of Object.entries(met.ranges)) {
        const painted = paint(some)
        let sum = passed.get(file)
        if (!sum) passed.set(file, (sum = new Float64Array(1 << 16)))
        for (const [at, count] of painted.entries()) sum[at]! += count
      }
      for (const block of blocksIn(met.ranges)) blocks.add(block)
    },
    counts() {
      const branches = [...blocks].map((block) => {
        const [file, start] = block.split(' ') as [string, string]
        return [branchText(block), passed.get(file)![Number(start)]!] as const
      })
      return new Map([...events, ...branches])
    },
  }
}

/**
 * How often each character was executed: an inner block has a count of its own, listed after its
 * outer one.
 */
function paint(ranges: Ranges[string]): Float64Array {
  const painted = new Float64Array(Math.max(0, ...ranges.map(([, end]) => end)))
  for (const [start, end, count] of ranges) painted.fill(count, start, end)
  return painted
}

/** True for a situation that a reason is about. */
function isAbout({ file, line, code }: Reason, name: string): boolean {
  const place = placeOf(name)
  return (
    place !== null &&
    (file === undefined || place.file === file) &&
    (line === undefined || place.line === line) &&
    place.code.startsWith(code)
  )
}

/** The situations that a run should have met and did not. */
export const unmetIn = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .filter(([name, count]) => count === 0 && !reasons.some((reason) => isAbout(reason, name)))
    .map(([name]) => name)

/** Reasons that do not hold: their place is gone, or a world met it. */
export const wrongReasons = (
  counts: ReadonlyMap<string, number>,
  given: readonly Reason[] = reasons,
): string[] =>
  given.flatMap((reason) => {
    const about = [...counts].filter(([name]) => isAbout(reason, name))
    const text = reason.line ?? reason.code
    if (about.length === 0) return [`${reason.file ?? 'nowhere'}: there is no “${text}”`]
    return about.filter(([, count]) => count > 0).map(([name]) => `${name} is met after all`)
  })
