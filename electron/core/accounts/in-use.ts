/** Checks whether another computer has an account open, and says so to the person. */
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import type { AccountPaths } from '../backup/account-paths.ts'
import { elsewhereIn, oldSign, type MachineIdentity } from '../backup/process-presence.ts'
import type { CorePorts } from '../ports.ts'

/** Returns this computer's id and name; undefined where the host provides none. */
export function machineOf({ thisMachine, machineName }: CorePorts): MachineIdentity | undefined {
  const id = thisMachine?.()
  return id === undefined ? undefined : { id, name: machineName?.() || id }
}

/**
 * Returns why an account cannot be opened, replaced or removed while another computer has it open in
 * the same folder, which a network or a program keeps in sync on both; undefined where none has.
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
