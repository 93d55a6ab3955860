/** Which machine this is, so that a data folder is known to be a copy on another one. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** The system's own name for it is nobody else's business: a digest is kept. */
export const thisMachine = (): string =>
  createHash('sha256').update(`Stint ${systemName()}`).digest('hex').slice(0, 32)

/** What people call it, as far as the system knows. */
export const machineName = (): string => hostname()

/** Linux names each installation; elsewhere the network's name has to do. */
function systemName(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || hostname()
  } catch {
    return hostname()
  }
}
