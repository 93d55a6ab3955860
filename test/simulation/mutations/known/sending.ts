/** Known bugs: sending. */
import type { Mutant } from '../mutant.ts'
import { actions, store, sync } from './files.ts'

export const sending: readonly Mutant[] = [
  {
    name: 'no one is asked about an amount that counts in another currency',
    file: sync('inbox/changed-unit.ts'),
    find: `  if (hasSameFields(typed, counted, unitFields)) return`,
    replace: `  if (typed) return`,
  },
  {
    name: 'a second half does not wait for the first',
    file: sync('inbox/split-halves.ts'),
    find: `  return first && isLongerThere(first) ? first.local : undefined`,
    replace: `  return undefined`,
  },
  {
    name: 'what two computers do in one act is sent without its uid',
    file: sync('push/push-steps.ts'),
    find: `  capabilities.has('uid') ? readUid(trx, resource, local) : undefined`,
    replace: `  undefined`,
  },
  {
    name: 'creates without a uid are sent side by side',
    file: sync('push/push.ts'),
    find: `(hasUid && capabilities.has('uid'))`,
    replace: `capabilities.has('uid')`,
  },
  {
    name: 'the uid of a cell leaves out its task',
    file: actions('act-uids.ts'),
    find: `['cell', digitsOf(cell.date), project, task])`,
    replace: `['cell', digitsOf(cell.date), project])`,
  },
  {
    name: 'the uid of a copy leaves out what it is of',
    file: actions('act-uids.ts'),
    find: `['copy', source.id, digitsOf(source.created_at), digitsOf(day)])`,
    replace: `['copy', digitsOf(day)])`,
  },
  {
    name: 'what the same act created on another computer is new here',
    file: sync('apply/same-act.ts'),
    find: `  if (known.size === 0) return wires`,
    replace: `  return wires`,
  },
  {
    name: 'no one is asked about what the same act created on another computer',
    file: sync('apply/apply-pulled.ts'),
    find: `  if (received.length === 0 || resource === 'category') return`,
    replace: `  if (received.length === 0 || resource !== 'category') return`,
  },
  {
    name: 'no one is asked about other hours in a cell',
    file: sync('apply/apply-pulled.ts'),
    find: `resource === 'time' ? await askAboutCells(`,
    replace: `resource === 'time' && tx.now < 0 ? await askAboutCells(`,
  },
  {
    name: 'both computers leave the question about a cell to the other one',
    file: store('acts/cell-hours.ts'),
    find: `own.remote_id > theirs.remote_id`,
    replace: `own.remote_id = theirs.remote_id`,
  },
  {
    name: 'nothing is written down before a create leaves',
    file: sync('push/push-steps.ts'),
    find: `  tx.changedLocals[adapter.resource].add(local)
  return { do: 'create', version: sent, key, uid, again: false }`,
    replace: `  await dropAttemptForTest(tx, local)
  return { do: 'create', version: sent, key, again: false }
}
async function dropAttemptForTest(tx: SyncTransaction, local: number) {
  await tx.trx.deleteFrom('attempt').where('local_id', '=', local).execute()`,
  },
  {
    name: 'the same entry is sent twice at once',
    file: sync('push/push-steps.ts'),
    find: `  if (await findAttemptByKey(tx.trx, adapter.resource, natural)) return { do: 'end' }
`,
    replace: ``,
  },
  {
    name: 'an unknown create is sent again at once',
    file: sync('push/push-replies.ts'),
    find: `      await commitSync(context, (tx) => takeUnknown(tx, adapter, local, answer))`,
    replace: `      await commitSync(context, (tx) => closeAttempt(tx.trx, resource, local))`,
  },
  {
    name: 'a create that was stopped is sent again',
    file: sync('push/push-replies.ts'),
    find: `      // The journal keeps the request; the next start treats it as unknown.
      return answer`,
    replace: `      await commitSync(context, (tx) => closeAttempt(tx.trx, resource, local))
      return answer`,
  },
  {
    name: 'nothing waits for a late request',
    file: sync('decide/sync-timings.ts'),
    find: `export const quarantineLength = requestTimeout + 30 * second`,
    replace: `export const quarantineLength = second`,
  },
  {
    name: 'a crash leaves an entry under way for ever',
    file: sync('engine/sync-pass.ts'),
    find: `    await quarantineOpenAttempts(db, clock.now(), quarantineLength)
`,
    replace: ``,
  },
  {
    name: 'a probe adopts what another record here has',
    file: sync('push/probe-create.ts'),
    find: `    if (await isUnmappedRecord(context, tx, adapter, wire)) candidates[what].push(wire)
    else if`,
    replace: `    candidates[what].push(wire)
    if`,
  },
  {
    name: 'a probe tells nobody of a second one',
    file: sync('push/probe-create.ts'),
    find: `  if (others.length === 0 && sure) return
`,
    replace: `  if (sure || !sure) return
`,
  },
  {
    name: 'a create that was sent twice is not watched',
    file: sync('push/probe-create.ts'),
    find: `  const { sent, sentAt } = attempt!
`,
    replace: `  const { sent, sentAt } = attempt!
  if (resource) return
`,
  },
  {
    name: 'one entry that is refused blocks the rest',
    file: sync('push/push-replies.ts'),
    find: `  await commitSync(context, (tx) => parkRecord(tx, adapter, local, answer))
  return 'end'
}

/** A category's name`,
    replace: `  await commitSync(context, (tx) => closeAttempt(tx.trx, resource, local))
  return { is: 'unknown', why: '', lost: true, after: null }
}

/** A category's name`,
  },
  {
    name: 'an answer overwrites a newer edit',
    file: sync('decide/merge.ts'),
    find: `if (isSameValue(local[field], sent[field])) nextLocal[field] = remote[field]`,
    replace: `nextLocal[field] = remote[field]`,
  },
  {
    name: 'an edit during a request is marked as sent',
    file: sync('apply/apply-remote.ts'),
    find: `    dirty: dirty ? 1 : 0,`,
    replace: `    dirty: 0,`,
  },
  {
    name: 'an entry removed during its create is forgotten',
    file: sync('apply/apply-remote.ts'),
    find: `    // Deleted here in the meantime: the record that the service has now must be deleted there.`,
    replace: `    await trx.deleteFrom('sync_record').where('local_id', '=', local).execute()
    if (local) return`,
  },
  {
    name: 'a removal forgets a create whose fate is open',
    file: store('sync/sync-records.ts'),
    find: `and not exists (
      select 1 from attempt where resource = \${resource} and local_id = \${local}
    )`,
    replace: ``,
  },
  {
    name: 'an edit is not marked as unsent',
    file: store('sync/sync-records.ts'),
    find: `await marked(trx, { resource, local, dirty: same ? 0 : 1, sequence })`,
    replace: `await marked(trx, { resource, local, dirty: record?.base ? 0 : 1, sequence })`,
  },
  {
    name: 'a category that existed there before is taken for ours by its name',
    file: sync('apply/judge-candidate.ts'),
    find: `return span === null || isWithinCreationWindow(wire.created_at, span) ? 'ours' : 'namesake'`,
    replace: `return 'ours'`,
  },
  {
    name: 'what was deleted here is adopted, and deleted there, whatever was found',
    file: sync('push/probe-create.ts'),
    find: `    if (ours && !mayBeAdopted(context, state, ours)) {`,
    replace: `    if (ours && !mayBeAdopted && context) {`,
  },
  {
    name: 'a namesake that may be ours by another clock is left behind',
    file: sync('push/probe-create.ts'),
    find: `    const isUnsure = namesake !== undefined && mayBeOurs(state, namesake)`,
    replace: `    const isUnsure = namesake !== undefined && !state`,
  },
  {
    name: 'a create is not watched while a card asks whether it arrived',
    file: sync('push/probe-create.ts'),
    find: `  await closeForGood(tx, state)
  if (state.version)`,
    replace: `  await closeAttempt(tx.trx, resource, local)
  if (state.version)`,
  },
  {
    name: 'a pass on request asks a service that wants to be left alone',
    file: sync('http/service-client.ts'),
    find: `      const held = pacer.millisecondsHeld()`,
    replace: `      const held = pacer.millisecondsHeld() * 0`,
  },
  {
    name: 'trouble with a record that is sent between two pages is forgotten',
    file: sync('engine/sync-pass.ts'),
    find: `          if (!readsFirst) return host.consumeWake() ? send() : null
`,
    replace: `          if (!readsFirst) {
            if (host.consumeWake()) await pushRecords(context)
            return null
          }
`,
  },
]
