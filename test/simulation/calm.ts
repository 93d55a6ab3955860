/** The faults stop: everything has to come to rest and stay at rest. */
import { addThere } from './browser.ts'
import { chance } from './chance.ts'
import { checkNoLoss } from './checks/no-loss.ts'
import {
  checkConvergence,
  checkKeptUp,
  checkNoCards,
  checkNoStrangers,
  checkNothingHeldUp,
  checkRefusals,
  digestOf,
  isAskedAboutAll,
  isHere,
} from './checks/rest.ts'
import { checkSetBack } from './checks/set-back.ts'
import { checkSentence } from './checks/sentence.ts'
import { checkSameActs } from './checks/same-acts.ts'
import { checkNoTwins, checkSentAgainOnce } from './checks/twins.ts'
import { failFor, witnessesOf, type Witness } from './checks/witness.ts'
import { entries } from './entries.ts'
import type { Machine } from './machine.ts'
import { longGone } from './return-doings.ts'
import type { HowToAnswer } from './person.ts'
import type { Step } from './scenario.ts'
import type { World } from './world.ts'

/** More rounds than are ever needed until nothing changes any more. */
const mostRounds = 8

/** Ends the faults, and syncs every machine until nothing changes any more. */
export async function calm(world: World, machines: readonly Machine[]): Promise<void> {
  const { timeline, trace, model } = world
  world.storm = false
  trace.add(timeline.now(), 'world', 'is calm')
  model.giveTokens()
  model.restless = false
  model.streams.end()
  for (const machine of machines) await machine.settle()
  // Requests are still under way, also those of processes that died.
  await timeline.pass(20_000)
  // For a while, a list is not believed that shows a deleted record.
  if (world.scenario.steps.some(isAboutBackups)) await timeline.pass(longGone)
  if (world.scenario.background) {
    await byThemselves(world, machines)
    await whenTold(world, machines)
  }
  if (model.poisoned) await withPoison(world, machines)
  model.poison = null
  await settleDown(world, machines)
  await checkAll(world, machines)
  if (world.scenario.answersAll) await answerAll(world, machines)
}

/** The service has again what it had before. */
const isAboutBackups = (step: Step): boolean =>
  step.do === 'bring-back-there' || step.do === 'set-back-there'

async function checkAll(world: World, machines: readonly Machine[]): Promise<void> {
  if (world.failure()) return
  const fed = world.scenario.profile.capabilities.includes('changes')
  for (const witness of witnessesOf(machines)) {
    const fail = failFor(world, witness)
    checkNoLoss(witness, fail)
    checkNoTwins(witness, fail)
    if (!isAskedAboutAll(witness)) checkConvergence(witness, fed, fail)
    if (world.backups.length > 0) checkSetBack(witness, fail)
    checkRefusals(witness, fail)
    checkNoStrangers(witness, fail)
    witness.units.check(fail)
    await checkSentence(witness, fail)
  }
  const hasUids = world.scenario.profile.capabilities.includes('uid')
  for (const organisation of world.model.organisations) {
    const witnesses = witnessesOf(machines).filter((one) => one.organisation === organisation)
    const [first] = witnesses
    if (first && !witnesses.some(isAskedAboutAll)) {
      checkSameActs(witnesses, hasUids, failFor(world, first))
      checkSentAgainOnce(witnesses, failFor(world, first))
    }
  }
}

/** Answers raise questions elsewhere; this is more rounds than that ever takes. */
const mostAnswers = 8

/**
 * The last answer ends it, except that what one person always deletes and another always creates
 * again would never rest.
 */
const toAnEnd: HowToAnswer = ({ kind, takes }) =>
  kind === 'removals' ? takes.indexOf('theirs') : takes.length - 1

/** Answers every card, until everything is at rest again without one. */
async function answerAll(world: World, machines: readonly Machine[]): Promise<void> {
  const from = chance(world.scenario.seed, 'answers')
  for (let round = 0; round < mostAnswers && !world.failure(); round++) {
    let answered = 0
    for (const machine of machines) {
      for (const account of machine.accounts()) {
        await machine.switchTo(account)
        const inAnyWay = () => from.between(0, 99)
        answered += await machine.answerAll(round < 2 ? inAnyWay : toAnEnd)
        if (round === 0 && from.percent(30)) machine.takeBack()
      }
    }
    if (answered === 0 && round > 0) break
    await settleDown(world, machines)
  }
  await checkAll(world, machines)
  if (world.failure()) return
  for (const witness of witnessesOf(machines)) checkNoCards(witness, failFor(world, witness))
}

/** Longer than it takes to read what the service reported. */
const soon = 10_000
/** The same at the slowest pace, a request in ten seconds; the next look would be in 120. */
const soonAtSlowestPace = 30_000

/** A machine that the service notifies of a change has it at once, not at the next look. */
async function whenTold(world: World, machines: readonly Machine[]): Promise<void> {
  const { model, timeline, scenario } = world
  if (!scenario.profile.capabilities.includes('changes') || world.failure()) return
  for (const organisation of model.organisations) {
    const told: Witness[] = []
    for (const machine of machines) {
      const witness = machine.isListening() ? await machine.atRest() : null
      if (witness?.organisation === organisation) told.push(witness)
    }
    if (told.length === 0) continue
    const drawn = entries.time.draw(chance(scenario.seed, 'told', organisation.id))
    // The words and figures are unique: an entry that may be an open create waits until that is
    // known.
    const added = addThere(world, organisation, 'time', { ...drawn, start: 7, notes: 'told of' })
    if (!added) continue
    await timeline.pass(soon)
    const late = told.filter((witness) => !isHere(witness, 'time', added.id))
    if (late.length > 0) await timeline.pass(soonAtSlowestPace - soon)
    for (const witness of late) {
      if (isHere(witness, 'time', added.id)) continue
      const fail = failFor(world, witness)
      fail(9, `time ${added.id} is not here ${soonAtSlowestPace} ms after it was told of`)
    }
  }
}

/** Longer than the longest pause after a failure, and than the time until recent days are read. */
const undisturbed = 430_000

/** Invariant 9: engines in the background keep up without a request to sync. */
async function byThemselves(world: World, machines: readonly Machine[]): Promise<void> {
  await world.timeline.pass(undisturbed)
  for (const machine of machines) {
    const witness = await machine.atRest()
    if (witness) checkKeptUp(witness, failFor(world, witness))
  }
}

/**
 * Invariant 10: what cannot be sent delays nothing else by more than one cycle. A record equal to a
 * create of unknown outcome is sent after a wait that was started again and the two looks that
 * settle it.
 */
async function withPoison(world: World, machines: readonly Machine[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await roundOf(world, machines, false)
    await world.timeline.pass(61_000)
  }
  await roundOf(world, machines, false)
  for (const witness of witnessesOf(machines)) {
    if (!isAskedAboutAll(witness)) checkNothingHeldUp(witness, failFor(world, witness))
  }
}

/**
 * Invariants 7 and 13: everything comes to rest, and then one more cycle changes nothing anywhere.
 */
async function settleDown(world: World, machines: readonly Machine[]): Promise<void> {
  const { timeline, model } = world
  const written = () => model.organisations.map(({ log }) => log.length).join()
  const standing = () => witnessesOf(machines).map(digestOf).join()
  let quiet = 0
  let before = `${written()} ${standing()}`
  for (let round = 0; round < mostRounds && !world.failure(); round++) {
    await roundOf(world, machines, true)
    // A late request may be later than all cycles so far.
    const awaited = machines.some((machine) => machine.latest() > timeline.now())
    const after = `${written()} ${standing()}`
    quiet = before === after ? quiet + 1 : 0
    before = after
    if (quiet === 2 || (quiet === 1 && !awaited)) return
    await timeline.pass(awaited ? 310_000 : 1_000)
  }
  world.fail(7, `nothing went wrong for ${mostRounds} cycles, and still something moves`)
}

const isAskedAbout = (machine: Machine, account: number): boolean =>
  machine.witnesses().some((one) => one.organisation.id === account && isAskedAboutAll(one))

async function roundOf(world: World, machines: readonly Machine[], wait: boolean): Promise<void> {
  for (const machine of machines) {
    for (const account of machine.accounts()) {
      if (world.failure()) return
      await machine.switchTo(account)
      const report = await machine.cycle(wait)
      if (!report) world.fail(7, `${machine.name}: a cycle does not end though nothing goes wrong`)
      else if (!report.ok && !isAskedAbout(machine, account))
        world.fail(7, `${machine.name}: ${report.error.message}`)
    }
  }
}
