/**
 * Checks whether another process has an account open, on this computer or on another one, and says
 * so to the person.
 */
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import type { AccountPaths } from '../backup/account-paths.ts'
import {
  elsewhereIn,
  oldSign,
  listOtherProcesses,
  type MachineIdentity,
  type ProcessPresence,
} from '../backup/process-presence.ts'
import type { CorePorts } from '../ports.ts'

/** Returns this computer's id and name; undefined where the host provides none. */
export function machineOf({ thisMachine, machineName }: CorePorts): MachineIdentity | undefined {
  const id = thisMachine?.()
  return id === undefined ? undefined : { id, name: machineName?.() || id }
}

/**
 * Returns why an account cannot be replaced or removed; undefined where no other process has it
 * open.
 * @param own this process's presence, while it has the account open itself
 */
export function accountInUseMessage(
  ports: CorePorts,
  paths: AccountPaths,
  own?: ProcessPresence | null,
): string | undefined {
  const elsewhere = accountInUseElsewhereMessage(ports, paths)
  if (elsewhere !== undefined) return elsewhere
  const now = ports.clock.now()
  const others = own ? own.others(now) : listOtherProcesses(paths.open, now, machineOf(ports))
  return others.length > 0
    ? 'Another Stint window or command has this account open. Close it and try again'
    : undefined
}

/**
 * Returns why an account cannot be opened while another computer has it open in the same folder,
 * which a network or a program keeps in sync on both; undefined where none has.
 */
export function accountInUseElsewhereMessage(
  ports: CorePorts,
  { open }: AccountPaths,
): string | undefined {
  const { clock } = ports
  const [newest] = elsewhereIn(open, clock.now(), machineOf(ports))
  if (!newest) return undefined
  const timeOf = (at: number) => formatMinuteText(civilAt(at, clock.zone()).minute)
  // Rounds up to the next full minute.
  const until = timeOf(newest.at + oldSign + 59_999)
  return `This account is or was open on another computer, “${newest.machine}”, last seen at ${timeOf(newest.at)}. Close it there, or try again after ${until}`
}
