/** Identifies this computer, so that a data folder copied to another one is recognized. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A digest, because the system's own identifier is private. */
export const thisMachine = (): string =>
  createHash('sha256').update(`Stint ${systemName()}`).digest('hex').slice(0, 32)

/** The computer's name, as far as the system knows it. */
export const machineName = (): string => hostname()

/** Linux identifies each installation; elsewhere the network name has to do. */
function systemName(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim() || hostname()
  } catch {
    return hostname()
  }
}
