/** Known bugs: a form that overwrites what its author did not see. */
import type { Mutant } from '../mutant.ts'
import { actions, write } from './files.ts'

export const forms: readonly Mutant[] = [
  {
    name: 'a form is saved over whatever changed since it was opened',
    file: actions('stale-edit.ts'),
    find: `  if (names.length === 0) return ok(null)`,
    replace: `  if (names) return ok(null)`,
  },
  {
    name: 'a form is refused only where all that it sets has changed',
    file: actions('stale-edit.ts'),
    find: `  if (names.length === 0) return ok(null)`,
    replace: `  const all = Object.keys(set).length
  if (names.length === 0 || names.length < all) return ok(null)`,
  },
  {
    name: 'a form of an expense is saved over whatever changed',
    file: actions('expenses.ts'),
    find: `  unwrap(allowEdit(comparable(set), was, valuesOf(current)))
`,
    replace: ``,
  },
  {
    name: 'a form sets a quantity of other increments than its author saw',
    file: actions('times.ts'),
    find: `  set.quantity === undefined ? set : { project: was?.['project'] as number | null, ...set }`,
    replace: `  was ? set : set`,
  },
  {
    name: 'a form overwrites what was emptied since it was opened',
    file: 'shared/rules/concurrent-edits.ts',
    find: `      set[name] !== undefined &&`,
    replace: `      now[name] !== null &&`,
  },
  {
    name: 'the members that a form shows replace those that stand',
    file: write('category.ts'),
    find: `base && mine ? mergeMembers({ base, mine, theirs }) : mine`,
    replace: `mine`,
  },
  {
    name: 'a member that somebody else took out comes back with a form',
    file: write('category.ts'),
    find: `mergeMembers({ base, mine, theirs })`,
    replace: `mergeMembers({ base: base.filter((id) => theirs.includes(id)), mine, theirs })`,
  },
]
