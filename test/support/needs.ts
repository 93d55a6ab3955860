/** Why tests are skipped; `npm test` prints the reasons. */
import { beforeEach } from 'vitest'
import { isHere, packages, type OtherProgram } from './other-programs.ts'

/** Skips the tests of its file or group unless what they need is there. */
export function needs(isThere: boolean, otherwise: string): void {
  beforeEach(({ skip }) => skip(!isThere, otherwise))
}

/** The same for another program; says how to install it. */
export const needsProgram = (program: OtherProgram): void =>
  needs(isHere(program), `${program} is not here (apt-get install ${packages[program]})`)
