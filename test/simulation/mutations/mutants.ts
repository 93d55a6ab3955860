/**
 * Known bugs: reports from public trackers, each line of the table of outcomes, and former bugs of
 * this engine. Each must be caught within the first `gateSeeds` seeds.
 */
import { answers } from './known/answers.ts'
import { copies } from './known/copies.ts'
import { forms } from './known/forms.ts'
import { identity } from './known/identity.ts'
import { lists } from './known/lists.ts'
import { merging } from './known/merging.ts'
import { outcomes } from './known/outcomes.ts'
import { receiving } from './known/receiving.ts'
import { sending } from './known/sending.ts'
import type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...outcomes,
  ...sending,
  ...merging,
  ...receiving,
  ...lists,
  ...answers,
  ...forms,
  ...copies,
  ...identity,
]
