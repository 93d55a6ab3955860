/** Why tests are skipped; `npm test` prints the reasons. */
import { beforeEach } from 'vitest'
import { isHere, packages, type OtherProgram } from './other-programs.ts'

/** Skips the tests of the file or group in which it stands, unless what they need is there. */
export function needs(isThere: boolean, otherwise: string): void {
  beforeEach(({ skip }) => skip(!isThere, otherwise))
}

/** The same for a program of other people; says how to get it. */
export const needsProgram = (program: OtherProgram): void =>
  needs(isHere(program), `${program} is not here (apt-get install ${packages[program]})`)
