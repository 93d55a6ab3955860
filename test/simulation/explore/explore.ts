/**
 * Plays every order of a few moves in a small world – one machine, one kind of record, a colleague
 * in a browser – up to a maximum number, breadth first: worlds with the same future are followed
 * once.
 */
import { calm } from '../calm.ts'
import { checkNoLoss } from '../checks/no-loss.ts'
import { checkSentence } from '../checks/sentence.ts'
import { failFor } from '../checks/witness.ts'
import { makeMachine } from '../machine.ts'
import type { Scenario } from '../scenario.ts'
import type { Profile } from '../service/profile.ts'
import type { Templates } from '../template.ts'
import { makeWorld, type Failure } from '../world.ts'
import { holdNetwork } from './held-network.ts'
import { kinds, type Kind } from '../checks/kinds.ts'
import { makeMove, movesOf, openCards, type Small } from './moves.ts'
import { stateKey } from './state-text.ts'
import { subjects } from './subjects.ts'

export interface Setup {
  kind: Kind
  profile: Profile
  /** The maximum number of records made here. */
  records: number
}

export interface Bounds {
  /** The maximum number of moves in a row. */
  depth: number
  /** No further move is tried after this moment, on the clock of `performance`. */
  until: number
  /** Of the states after two moves every n-th is followed, from this one on. */
  shard: { part: number; of: number }
  /** Receives each number of moves that has been tried completely. */
  onDepth?: (explored: Explored) => void
}

export interface Explored {
  /** The number of moves in a row that were tried completely. */
  depth: number
  states: number
  /** All moves that were tried, with any result. */
  tried: number
  /** The shortest path to a violation, or null. */
  failed: { path: readonly string[]; failure: Failure } | null
}

/** The state at the end of a path. */
interface End {
  key: string
  moves: readonly string[]
  failure: Failure | null
  lines: readonly string[]
}

const sharded = 2

export async function explore(
  setup: Setup,
  templates: Templates,
  { depth, until, shard, onDepth }: Bounds,
): Promise<Explored> {
  const explored: Explored = { depth: 0, states: 0, tried: 0, failed: null }
  const seen = new Set<string>()
  let frontier: { path: readonly string[]; moves: readonly string[] }[] = []

  async function visit(path: readonly string[]): Promise<void> {
    const end = await playPath(setup, templates, path, { seen })
    explored.tried++
    if (end.failure) explored.failed = { path, failure: end.failure }
    if (end.failure || seen.has(end.key)) return
    seen.add(end.key)
    explored.states++
    next.push({ path, moves: end.moves })
  }

  let next: typeof frontier = []
  await visit([])
  for (let length = 1; length <= depth && !explored.failed; length++) {
    frontier = next
    if (length === sharded + 1) {
      frontier = frontier.filter((_, place) => place % shard.of === shard.part - 1)
    }
    next = []
    for (const { path, moves } of frontier) {
      for (const move of moves) {
        if (performance.now() >= until) return explored
        await visit([...path, move])
        if (explored.failed) return explored
      }
    }
    explored.depth = length
    onDepth?.(explored)
  }
  return explored
}

/**
 * Plays moves from the beginning, and checks the invariants; where it ends in a new state,
 * everything has to come to rest from there as well.
 */
export async function playPath(
  { kind, profile, records }: Setup,
  templates: Templates,
  path: readonly string[],
  { seen = new Set(), keepLines = false }: { seen?: ReadonlySet<string>; keepLines?: boolean } = {},
): Promise<End> {
  const scenario: Scenario = { ...still, profile }
  const world = makeWorld(scenario, keepLines)
  world.model.restless = false
  const network = holdNetwork(world, `/${kinds[kind].resource}`)
  const machine = makeMachine(world, 0, templates, network.carry)
  const small: Small = {
    ...{ world, machine, network, subject: subjects[kind], records },
    made: new Map(),
    hasSynced: false,
  }
  const [witness] = machine.witnesses()
  const fail = failFor(world, witness!)
  const end: End = { key: '', moves: [], failure: null, lines: [] }
  try {
    await world.timeline.pass(0)
    for (const move of path) {
      world.trace.add(world.timeline.now(), 'move', move)
      if (keepLines && !movesOf(small).includes(move)) {
        world.fail(0, `${move} cannot be made here; only ${movesOf(small).join(', ')}`)
        break
      }
      await makeMove(small, move)
    }
    checkNoLoss(witness!, fail)
    await checkSentence(witness!, fail)
    end.key = stateKey(small)
    if (!world.failure() && !seen.has(end.key)) {
      end.moves = movesOf(small)
      network.release()
      await world.timeline.pass(1)
      scenario.answersAll = openCards(witness!) > 0
      await calm(world, [machine])
    }
  } catch (thrown) {
    world.fail(0, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  } finally {
    machine.close()
    world.signals.forget()
  }
  return { ...end, failure: world.failure(), lines: world.trace.lines() }
}

/** No random faults. */
const still: Omit<Scenario, 'profile'> = {
  seed: 1,
  weather: { reads: 0, writes: 0, kinds: [] },
  machines: 1,
  zones: ['UTC'],
  background: false,
  answersAll: false,
  poison: null,
  steps: [],
  stormEnds: 0,
  keep: null,
}
