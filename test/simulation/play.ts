/** Plays a scenario to its end and says whether everything held. */
import {
  checkConvergence,
  checkKeptUp,
  checkNoLoss,
  checkNothingHeldUp,
  checkNoTwins,
  checkRefusals,
  digestOf,
} from './checks/standing.ts'
import { kindOfResource, kinds, type Kind } from './checks/kinds.ts'
import type { Witness } from './checks/witness.ts'
import { makeMachine, type Machine } from './machine.ts'
import { isPoison, type Scenario, type Step } from './scenario.ts'
import { entries, type Entry } from './entries.ts'
import { resources, type Held, type Organisation } from './service/held.ts'
import type { Templates } from './template.ts'
import { makeWorld, type Failure, type Tally, type World } from './world.ts'

export interface Outcome {
  failure: Failure | null
  /** Stands for everything that happened. */
  hash: number
  lines: readonly string[]
  tally: Tally
  /** Names of the steps and faults that happened. */
  happened: readonly string[]
}

export async function play(
  scenario: Scenario,
  templates: Templates,
  keepLines = false,
): Promise<Outcome> {
  const world = makeWorld(scenario, keepLines)
  const machines: Machine[] = []
  try {
    for (let place = 0; place < scenario.machines; place++) {
      machines.push(makeMachine(world, place, templates))
    }
    await storm(world, machines)
    if (!world.failure()) await calm(world, machines)
  } catch (thrown) {
    world.fail(0, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  } finally {
    for (const machine of machines) machine.close()
  }
  return {
    failure: world.failure(),
    hash: world.trace.hash(),
    lines: world.trace.lines(),
    tally: world.tally,
    happened: [...scenario.steps.map((step) => `s${step.id}`), ...world.happened],
  }
}

async function storm(world: World, machines: readonly Machine[]): Promise<void> {
  const { scenario, timeline, model } = world
  if (scenario.poison !== null)
    model.poison = (values) => (isPoison(values) ? scenario.poison : null)
  for (const step of scenario.steps) {
    await timeline.pass(step.at - timeline.now())
    if (world.failure()) return
    act(world, machines, step)
    await timeline.pass(0)
    for (const witness of witnessesOf(machines)) checkNoLoss(witness, failFor(world, witness))
    if (world.failure()) return
  }
  await timeline.pass(Math.max(0, scenario.stormEnds - timeline.now()))
}

function act(world: World, machines: readonly Machine[], step: Step): void {
  const { model, trace, timeline } = world
  const organisation = model.organisations[0]!
  switch (step.do) {
    case 'refuse-token':
      trace.add(timeline.now(), 'service', `takes no token for ${step.milliseconds} ms`)
      model.tokens.clear()
      timeline.after(step.milliseconds, () => giveTokens(world))
      return
    case 'add-there':
      addThere(world, organisation, step.kind, step.entry)
      return
    case 'edit-there': {
      const held = pick(organisation, step.which)
      if (!held) return
      editThere(world, organisation, held, step.sets)
      return
    }
    case 'remove-there': {
      const held = pick(organisation, step.which)
      if (!held) return
      model.remove(held)
      trace.add(timeline.now(), 'browser', `removes ${held.id}`)
      return
    }
    default:
      machines[step.who]!.act(step)
  }
}

function giveTokens({ model }: World): void {
  for (const organisation of model.organisations) {
    model.tokens.set(`token-${organisation.id}`, organisation)
  }
}

function pick({ held }: Organisation, which: number): Held | undefined {
  const all = resources.flatMap((resource) => [...held.get(resource)!.values()])
  return all.length === 0 ? undefined : all[which % all.length]
}

const baseOf = ({ id }: Organisation): number => (id - 1) * 1_000 + 1

function addThere(world: World, organisation: Organisation, kind: Kind, entry: Entry): void {
  const { model, trace, timeline } = world
  const values = entries[kind].there(entry, baseOf(organisation))
  const added = model.add(organisation, kinds[kind].resource, values)
  trace.add(timeline.now(), 'browser', `adds ${kind} ${added?.id} ${JSON.stringify(entry)}`)
}

function editThere(
  world: World,
  organisation: Organisation,
  held: Held,
  sets: Record<Kind, Entry>,
): void {
  const { model, trace, timeline } = world
  const kind = kindOfResource(held.resource)!
  model.change(held, entries[kind].there(sets[kind], baseOf(organisation)))
  trace.add(timeline.now(), 'browser', `edits ${kind} ${held.id} ${JSON.stringify(sets[kind])}`)
}

/** More rounds than are ever needed until nothing moves any more. */
const mostRounds = 8

/** The faults stop; everybody syncs until nothing moves any more. */
async function calm(world: World, machines: readonly Machine[]): Promise<void> {
  const { timeline, trace, model } = world
  world.storm = false
  trace.add(timeline.now(), 'world', 'is calm')
  giveTokens(world)
  model.restless = false
  for (const machine of machines) await machine.settle()
  // A process that died may hold the lease a while longer, and requests are still on their way.
  await timeline.pass(20_000)
  if (world.scenario.background) await byThemselves(world, machines)
  if (model.poisoned) await withPoison(world, machines)
  model.poison = null
  await settleDown(world, machines)
  if (world.failure()) return
  for (const witness of witnessesOf(machines)) {
    const fail = failFor(world, witness)
    checkNoLoss(witness, fail)
    checkNoTwins(witness, fail)
    checkConvergence(witness, fail)
    checkRefusals(witness, fail)
  }
}

/** Longer than the longest pause after trouble, and than the reading of what is near. */
const undisturbed = 430_000

/** Invariant 9: engines that run by themselves keep up by themselves. */
async function byThemselves(world: World, machines: readonly Machine[]): Promise<void> {
  await world.timeline.pass(undisturbed)
  for (const machine of machines) {
    const witness = await machine.atRest()
    if (witness) checkKeptUp(witness, failFor(world, witness))
  }
}

/** Invariant 10: what cannot be sent delays nothing else by more than one cycle. */
async function withPoison(world: World, machines: readonly Machine[]): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await roundOf(world, machines, false)
    await world.timeline.pass(61_000)
  }
  await roundOf(world, machines, false)
  for (const witness of witnessesOf(machines)) {
    checkNothingHeldUp(witness, failFor(world, witness))
  }
}

/** Invariants 7 and 13: all comes to rest, and then one more cycle changes nothing anywhere. */
async function settleDown(world: World, machines: readonly Machine[]): Promise<void> {
  const { timeline, model } = world
  const written = () => model.organisations.map(({ log }) => log.length).join()
  const standing = () => witnessesOf(machines).map(digestOf).join()
  let quiet = 0
  for (let round = 0; round < mostRounds && !world.failure(); round++) {
    const [was, stood] = [written(), standing()]
    await roundOf(world, machines, true)
    // What was late may be later than all cycles so far.
    const awaited = machines.some((machine) => machine.latest() > timeline.now())
    quiet = was === written() && stood === standing() ? quiet + 1 : 0
    if (quiet === 2 || (quiet === 1 && !awaited)) return
    await timeline.pass(awaited ? 310_000 : 1_000)
  }
  world.fail(7, `nothing went wrong for ${mostRounds} cycles, and still something moves`)
}

async function roundOf(world: World, machines: readonly Machine[], wait: boolean): Promise<void> {
  for (const machine of machines) {
    for (const account of machine.accounts()) {
      if (world.failure()) return
      await machine.switchTo(account)
      const report = await machine.cycle(wait)
      if (!report) world.fail(7, `${machine.name}: a cycle does not end though nothing goes wrong`)
      else if (!report.ok) world.fail(7, `${machine.name}: ${report.error.message}`)
    }
  }
}

const witnessesOf = (machines: readonly Machine[]): Witness[] =>
  machines.flatMap((machine) => machine.witnesses())

const failFor =
  (world: World, witness: Witness) =>
  (invariant: number, what: string): void =>
    world.fail(invariant, `${witness.name}: ${what}`)
