/** Known bugs: which record it is, in which unit it counts, and what a service lost. */
import type { Mutant } from '../mutant.ts'
import { store, sync } from './files.ts'

export const identity: readonly Mutant[] = [
  {
    name: 'another record that a list shows is merged into the one that had its id',
    file: sync('apply/apply-pulled.ts'),
    find: `      await replaceRecord(tx, state, wire)
      states.delete(wire.id)
      mappedIds.delete(wire.id)
`,
    replace: `      await adapter.upsertRelated(tx, wire)
      await mergeRemoteRecord(tx, state, wire, null)
      continue
`,
  },
  {
    name: 'a change is sent to another record that has the id by now',
    file: sync('push/push-steps.ts'),
    find: `isAnotherRecord(tx, state, observation.wire)) {`,
    replace: `isAnotherRecord(tx, state, observation.wire) && !state.version) {`,
  },
  {
    name: 'an id that was given to another record a second later counts as the known one',
    file: sync('apply/displaced-records.ts'),
    find: `  isRounded(base, wire) && adapter.same(adapter.versionOf(base), adapter.versionOf(wire))`,
    replace: `  isRounded(base, wire) && adapter !== undefined`,
  },
  {
    name: 'what lost its id is sent again without being looked for',
    file: sync('apply/displaced-records.ts'),
    find: `{ parked: 'gone', copied_at: now })`,
    replace: `{ parked: 'gone' })`,
  },
  {
    name: 'what was deleted there is sent again without being looked for',
    file: sync('apply/apply-deletions.ts'),
    find: `attempt?.kind !== 'delete' && !syncAdapters`,
    replace: `attempt?.kind === 'restore' && !syncAdapters`,
  },
  {
    name: 'a deletion that the feed reports ends that of another record with the id',
    file: sync('apply/apply-pulled.ts'),
    find: `  else if (action === 'ask') await`,
    replace: `  else if (action !== 'recreate') await`,
  },
  {
    name: 'an earlier version of the service replaces what was changed here',
    file: sync('apply/earlier-versions.ts'),
    find: `  if (!isEarlier(tx, adapter, state, wire)) return 'not'`,
    replace: `  if (state) return 'not'`,
  },
  {
    name: 'unsent increments stay as many where their length changes',
    file: sync('pass/sync-context.ts'),
    find: `      const quantity = requantify(await minutesBeforeRecounts(tx.trx, row), increment)`,
    replace: `      const { quantity } = row`,
  },
  {
    name: 'an undone answer restores a version that the service has no more',
    file: store('history/card-snapshots.ts'),
    find: `remote: is.remote ?? past`,
    replace: `remote: past`,
  },
  {
    name: 'a second half from elsewhere replaces what was edited before the split',
    file: sync('apply/same-act.ts'),
    find: `  return { ...Object.fromEntries(past), date, start, quantity, increment }`,
    replace: `  return { ...(past && state.version), date, start, quantity, increment }`,
  },
]
