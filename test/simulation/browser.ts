/** Someone at the service's own pages, and the service itself: the steps that need no machine. */
import { kindOfResource, kinds, type Kind } from './checks/kinds.ts'
import { entries, type Entry } from './entries.ts'
import type { Step } from './scenario.ts'
import { longGone } from './return-doings.ts'
import { elsewhereId, resources, type Held, type Organisation } from './service/held.ts'
import type { World } from './world.ts'

/** Plays a step that belongs to no machine; returns false for any other. */
export function actThere(world: World, step: Step): boolean {
  const { model, trace, timeline } = world
  const organisation = model.organisations[0]!
  const say = (who: string, what: string) => trace.add(timeline.now(), who, what)
  switch (step.do) {
    case 'refuse-token':
      say('service', `takes no token for ${step.milliseconds} ms`)
      model.tokens.clear()
      timeline.after(step.milliseconds, () => model.giveTokens())
      return true
    case 'revoke-token':
      say('service', 'does not take token-1 any more')
      model.tokens.delete('token-1')
      return true
    case 'change-currency': {
      const all = [...organisation.projects.values()]
      const project = all[step.project % all.length]!
      project.currency = step.currency
      project.currencies.push(step.currency)
      say('service', `counts project ${project.id} in ${step.currency}`)
      return true
    }
    case 'change-increment': {
      const all = [...organisation.projects.values()]
      const project = all[step.project % all.length]!
      project.increment = step.minutes
      project.increments.push(step.minutes)
      say('service', `counts project ${project.id} in increments of ${step.minutes} minutes`)
      return true
    }
    case 'category-there': {
      const gone = step.how === 'restored'
      const all = organisation.ever.filter(
        ({ resource, goneAt }) => resource === 'categories' && (goneAt !== null) === gone,
      )
      const held = all[step.which % all.length]
      if (held && gone) model.restore(held)
      else if (held) removeThere(world, held)
      if (held && gone) say('browser', `restores ${held.id}`)
      return true
    }
    case 'tidy-there':
      tidyThere(world, organisation, step.how)
      return true
    case 'add-there':
      addThere(world, organisation, step.kind, step.entry)
      return true
    case 'add-many-there':
      for (const entry of step.entries) addThere(world, organisation, step.kind, entry)
      return true
    case 'edit-there': {
      const held = pick(organisation, step.which)
      if (held) changeThere(world, held, step.sets)
      return true
    }
    case 'remove-there': {
      const held = pick(organisation, step.which)
      if (held) removeThere(world, held)
      return true
    }
    case 'replace-there': {
      const held = [...organisation.held.get(kinds[step.kind].resource)!.values()].at(-1)
      if (held) removeThere(world, held)
      if (held && step.there) addThere(world, organisation, step.kind, step.there)
      return true
    }
    case 'back-up-there':
      world.backups.push(model.backup())
      say('service', 'is backed up')
      return true
    case 'set-back-there':
      world.backups.at(-1)?.()
      say('service', 'is restored from its backup')
      return true
    case 'bring-back-there': {
      const held = organisation.ever.findLast(
        ({ resource, id, goneAt }) =>
          resource !== 'categories' &&
          goneAt !== null &&
          timeline.now() - goneAt > longGone &&
          !organisation.held.get(resource)!.has(id),
      )
      if (!held) return true
      model.restore(held)
      say('service', `has ${held.id} again`)
      return true
    }
    case 'remove-many-there': {
      const all = [...organisation.held.get(kinds[step.kind].resource)!.values()]
      const going = all.slice(step.spared)
      for (const held of going) model.remove(held)
      world.removedAtOnce.push(new Set(going.map((held) => `${held.resource}/${held.id}`)))
      say('browser', `removes ${going.map(({ id }) => id).join(', ')} at once`)
      return true
    }
    default:
      return false
  }
}

function tidyThere(
  world: World,
  organisation: Organisation,
  how: Extract<Step, { do: 'tidy-there' }>['how'],
): void {
  const { model, trace, timeline } = world
  const held = organisation.ever.findLast(
    ({ maker, known, goneAt, values }) =>
      maker !== null && !known && goneAt === null && typeof values.notes === 'string',
  )
  if (!held) return
  trace.add(timeline.now(), 'browser', `tidies ${held.id}: ${how}`)
  const notes = held.values.notes as string
  if (how === 'capitals') model.change(held, { notes: notes.toUpperCase() })
  if (how === 'cut') model.change(held, { notes: notes.slice(0, 30).trim() })
  if (how !== 'alike' || !model.profile.capabilities.includes('user')) return
  const alike = model.add(organisation, held.resource, held.values)
  if (alike) alike.user = { id: 2, name: 'Bob' }
}

/** @param sets what is changed, by kind */
export const changeThere = (world: World, held: Held, sets: Record<Kind, Entry>): void =>
  setThere(world, held, sets[kindOfResource(held.resource)!])

export function removeThere({ model, trace, timeline }: World, held: Held): void {
  model.remove(held)
  trace.add(timeline.now(), 'browser', `removes ${held.id}`)
}

/** Sets fields of a record. */
export function setThere(world: World, held: Held, set: Entry): void {
  const { model, trace, timeline } = world
  const kind = kindOfResource(held.resource)!
  const base = baseOf(model.organisations[held.organisation - 1]!)
  model.change(held, entries[kind].there(set, base))
  trace.add(timeline.now(), 'browser', `edits ${kind} ${held.id} ${JSON.stringify(set)}`)
}

/** The created record, or undefined where the service does not take it. */
export function addThere(
  world: World,
  organisation: Organisation,
  kind: Kind,
  entry: Entry,
): Held | undefined {
  const { model, trace, timeline } = world
  const body = entries[kind].there(entry, baseOf(organisation))
  const values = 'notes' in body ? { ...body, notes: body.notes ?? '' } : body
  const added = model.add(organisation, kinds[kind].resource, values)
  trace.add(timeline.now(), 'browser', `adds ${kind} ${added?.id} ${JSON.stringify(entry)}`)
  return added
}

/**
 * Fills the organization to which an address leads that leads elsewhere, once. It is that of another
 * service, which has begun just now.
 * @param ids of its times; others than all known ones where there are none
 */
export function addElsewhere(world: World, from: readonly Entry[], ids: readonly number[]): void {
  const elsewhere = world.model.organisations[elsewhereId - 1]!
  const times = elsewhere.held.get('times')!
  if (times.size > 0) return
  elsewhere.epoch = { number: 0, from: 0, since: world.model.now() }
  const count = Math.max(from.length, ids.length)
  for (let place = 0; place < count; place++) {
    const added = addThere(world, elsewhere, 'time', from[place % from.length]!)
    const id = ids[place]
    if (!added || id === undefined) continue
    times.delete(added.id)
    added.id = id
    times.set(id, added)
  }
}

function pick({ held }: Organisation, which: number): Held | undefined {
  const all = resources.flatMap((resource) => [...held.get(resource)!.values()])
  return all.length === 0 ? undefined : all[which % all.length]
}

const baseOf = ({ id }: Organisation): number => (id - 1) * 1_000 + 1
