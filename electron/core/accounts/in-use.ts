/** What a person is told where others have an account open, on this machine or on another one. */
import { civilAt } from '#shared/rules/calendar.ts'
import { writeMinute } from '#shared/rules/duration-text.ts'
import type { Places } from '../backup/places.ts'
import { elsewhereIn, oldSign, othersIn, type Machine, type Presence } from '../backup/presence.ts'
import type { CorePorts } from '../ports.ts'

/** Undefined where the host has no name for its machine. */
export function machineOf({ thisMachine, machineName }: CorePorts): Machine | undefined {
  const id = thisMachine?.()
  return id === undefined ? undefined : { id, name: machineName?.() || id }
}

/**
 * Why nothing may be put in an account's place, or taken away; undefined where nobody has it open.
 * @param own this process's, while it has the account open itself
 */
export function inUse(ports: CorePorts, places: Places, own?: Presence | null): string | undefined {
  const elsewhere = inUseElsewhere(ports, places)
  if (elsewhere !== undefined) return elsewhere
  const now = ports.clock.now()
  const others = own ? own.others(now) : othersIn(places.open, now, machineOf(ports))
  return others.length > 0
    ? 'Another Stint window or command has this account open. Close it and try again'
    : undefined
}

/**
 * Why an account is not opened here while another machine has it open in the same folder, which a
 * network or some program keeps the same on both; undefined where none has.
 */
export function inUseElsewhere(ports: CorePorts, { open }: Places): string | undefined {
  const { clock } = ports
  const [newest] = elsewhereIn(open, clock.now(), machineOf(ports))
  if (!newest) return undefined
  const timeOf = (at: number) => writeMinute(civilAt(at, clock.zone()).minute)
  // A minute that has begun has to be over.
  const until = timeOf(newest.at + oldSign + 59_999)
  return `This account is or was open on another computer, “${newest.machine}”, last seen at ${timeOf(newest.at)}. Close it there, or try again after ${until}`
}
