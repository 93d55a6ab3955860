/** Known bugs. Receiving. */
import type { Mutant } from '../mutant.ts'
import { sync } from './files.ts'

export const receiving: readonly Mutant[] = [
  {
    name: 'a lost answer is pulled as another entry',
    file: sync('pull-records.ts'),
    find: `    unknown.every((attempt) => judge(context, kind, attempt, wire, me) === null),`,
    replace: `    unknown.every((attempt) => attempt.local > 0),`,
  },
  {
    name: 'a late twin comes without a card',
    file: sync('pull-records.ts'),
    find: `    if (judge(context, kind, sent, wire, me) !== null) await tellOfTwin(work, kind, sent, wire)`,
    replace: `    void sent`,
  },
  {
    name: 'what a list does not show is removed unasked',
    file: sync('removals.ts'),
    find: `    const answer = await readRecord(context, kind, remote)`,
    replace: `    const answer = { is: 'gone' } as Awaited<ReturnType<typeof readRecord>>`,
  },
  {
    name: 'only the first page is read',
    file: sync('walks.ts'),
    find: `  const last = Math.min(first.lastPage, mostPages)`,
    replace: `  const last = Math.min(1, mostPages)`,
  },
  {
    name: 'a removed entry is still known',
    file: sync('apply-removals.ts'),
    find: `  else await forgetRecord(work.trx, resource, local)
  await resolveCards`,
    replace: `  await resolveCards`,
  },
]
