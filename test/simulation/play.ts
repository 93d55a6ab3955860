/** Plays a scenario to its end and reports whether every invariant held. */
import { actThere } from './browser.ts'
import { calm } from './calm.ts'
import { checkNoLoss } from './checks/no-loss.ts'
import { checkSentence } from './checks/sentence.ts'
import { failFor, witnessesOf, type Witness } from './checks/witness.ts'
import { makeMachine, type Machine } from './machine.ts'
import { isPoison, type Scenario } from './scenario.ts'
import type { Model } from './service/model.ts'
import type { Templates } from './template.ts'
import { makeWorld, type Failure, type Tally, type World } from './world.ts'

export interface Outcome {
  failure: Failure | null
  /** A hash of everything that happened. */
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
  listen: (model: Model) => void = () => {},
): Promise<Outcome> {
  const world = makeWorld(scenario, keepLines)
  listen(world.model)
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
    world.signals.forget()
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
  /** The content of both sides at the last check: most steps change one account only. */
  const checked = new Map<Witness, string>()
  if (scenario.poison !== null)
    model.poison = (values) => (isPoison(values) ? scenario.poison : null)
  for (const step of scenario.steps) {
    await timeline.pass(step.at - timeline.now())
    if (world.failure()) return
    if (!actThere(world, step)) machines[step.who]!.act(step)
    await timeline.pass(0)
    for (const witness of witnessesOf(machines)) {
      const content = `${witness.commits()} ${witness.organisation.log.length}`
      if (checked.get(witness) === content) continue
      checked.set(witness, content)
      checkNoLoss(witness, failFor(world, witness))
      await checkSentence(witness, failFor(world, witness))
    }
    if (world.failure()) return
  }
  await timeline.pass(Math.max(0, scenario.stormEnds - timeline.now()))
}
