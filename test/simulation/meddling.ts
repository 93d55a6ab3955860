/** A colleague in a browser who acts between a request and its answer. */
import type { Fault } from './fault.ts'
import { resources, type Held, type Resource } from './service/held.ts'
import type { World } from './world.ts'

const resourceIn = (path: string): Resource | undefined => {
  const [, name] = path.split('?')[0]!.split('/')
  return resources.find((one) => one === name)
}

/** The records of a list change while it is read. */
export function stir(
  world: World,
  path: string,
  name: string,
  fault: Extract<Fault, { is: 'stirred' }>,
) {
  const { model, trace, timeline } = world
  const resource = resourceIn(path)
  const organisation = model.organisations[0]!
  const all = resource ? [...organisation.held.get(resource)!.values()] : []
  const held = all[fault.which % all.length]
  if (!held) return
  trace.add(timeline.now(), 'browser', `${fault.how} ${held.resource}/${held.id} under a list`)
  const field = held.resource === 'categories' ? 'name' : 'notes'
  if (fault.how === 'changed') return model.change(held, { [field]: `there ${name}` })
  model.remove(held)
  if (fault.how === 'replaced') {
    model.add(organisation, held.resource, { ...held.values, [field]: `new ${name}` })
  }
}

export function heldAt(world: World, path: string): Held | undefined {
  const [, , id] = path.split('?')[0]!.split('/')
  const resource = resourceIn(path)
  if (!resource || id === undefined) return undefined
  for (const { held } of world.model.organisations) {
    const found = held.get(resource)!.get(Number(id))
    if (found) return found
  }
  return undefined
}
