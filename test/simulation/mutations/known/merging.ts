/** Known bugs: merging two sides. */
import type { Mutant } from '../mutant.ts'
import { sync } from './files.ts'

export const merging: readonly Mutant[] = [
  {
    name: 'this side wins where both changed',
    file: sync('decide/merge.ts'),
    find: `    result.conflicts.push(conflictOf(group, sides))`,
    replace: `    Object.assign(result.send, fieldsOf(sides.mine, fields))`,
  },
  {
    name: 'the other side wins where both changed',
    file: sync('decide/merge.ts'),
    find: `    result.conflicts.push(conflictOf(group, sides))`,
    replace: `    Object.assign(result.version, fieldsOf(sides.theirs, [...fields, ...taken]))`,
  },
  {
    name: 'an update sends every group',
    file: sync('decide/merge.ts'),
    find: `  if (change === 'mine') {`,
    replace: `  if (change === 'mine' || change === 'theirs') {`,
  },
  {
    name: 'a set loses what the other side put in',
    file: sync('decide/merge.ts'),
    find: `mergeMembers(members)`,
    replace: `mergeMembers({ ...members, base: [...members.base, ...members.theirs] })`,
  },
  {
    name: 'a removal does not look whether it was changed there',
    file: sync('decide/plan.ts'),
    find: `  return rules.same(remote, expected) ? { do: 'delete' } : { do: 'restore' }`,
    replace: `  return expected ? { do: 'delete' } : { do: 'restore' }`,
  },
  {
    name: 'an entry removed there goes although it was changed here',
    file: sync('decide/plan.ts'),
    find: `      return rules.same(local, base) ? { do: 'drop' } : { do: 'ask' }`,
    replace: `      return { do: 'drop' }`,
  },
  {
    name: 'a conflict is not shown',
    file: sync('apply/apply-remote.ts'),
    find: `    await raiseCard(trx, resource, local, card, now)
  } else {`,
    replace: `    void card
  } else {`,
  },
  {
    name: 'an entry gone there is not shown',
    file: sync('apply/apply-deletions.ts'),
    find: `  await raiseCard(tx.trx, resource, local, card, tx.now)
  tx.changedLocals[resource].add(local)`,
    replace: `  void card
  tx.changedLocals[resource].add(local)`,
  },
  {
    name: 'a member that an adopted record lacks counts as taken out there',
    file: sync('decide/merge.ts'),
    find: `(kind === 'create' ? members : sent[field])`,
    replace: `(kind ? sent[field] : members)`,
  },
  {
    name: 'a price of one side meets a quantity of the other',
    file: sync('decide/merge.ts'),
    find: `  if (differing.length < 2 || isChangedByOne) return groups`,
    replace: `  if (differing || isChangedByOne) return groups`,
  },
  {
    name: 'a length of one side meets a project of another rate',
    file: sync('records/time-adapter.ts'),
    find: `    if (!isWorthTheSame(local, remote)) {`,
    replace: `    if (local === remote && !isWorthTheSame(local, remote)) {`,
  },
  {
    name: 'an amount of one side meets a project of another currency',
    file: sync('records/expense-adapter.ts'),
    find: `      isOneCurrency(local, remote) ? factors : ['project_id', ...factors],`,
    replace: `      local || isOneCurrency(local, remote) ? factors : ['project_id', ...factors],`,
  },
]
