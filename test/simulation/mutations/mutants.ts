/**
 * Known bugs: the stories of public trackers, each line of the table of outcomes, and what was once
 * wrong here. Each must be caught by the seeds that CI plays.
 */
import type { Mutant } from './mutant.ts'

const sync = (file: string) => `electron/core/sync/${file}`
const store = (file: string) => `electron/core/store/${file}`

/** What an answer means. */
const outcomes: Mutant[] = [
  {
    name: 'a lost answer counts as a request that never left',
    file: sync('classify.ts'),
    find: `      return { is: 'unknown', why: exchange.why, lost: true, after: null }`,
    replace: `      return { is: 'unreached', why: exchange.why }`,
  },
  {
    name: 'a 5xx counts as not carried out',
    file: sync('classify.ts'),
    find: `if (status >= 500) return unknown(\`Answered \${status}\`, 'service')`,
    replace: `if (status >= 500) return { is: 'retry', why: '', after, cause: 'busy' }`,
  },
  {
    name: 'a 5xx counts as a refusal',
    file: sync('classify.ts'),
    find: `if (status >= 500) return unknown(\`Answered \${status}\`, 'service')`,
    replace: `if (status >= 500) return { is: 'refused', status, message: '', fields: {} }`,
  },
  {
    name: 'a 408 counts as a refusal',
    file: sync('classify.ts'),
    find: `if (status === 408 || status < 200)`,
    replace: `if (status < 200)`,
  },
  {
    name: 'a 401 counts as a refusal',
    file: sync('classify.ts'),
    find: `if (status === 401) return { is: 'signed-out' }`,
    replace: ``,
  },
  {
    name: 'a 429 counts as a refusal',
    file: sync('classify.ts'),
    find: `if (status === 429) return { is: 'retry',`,
    replace: `if (status === 430) return { is: 'retry',`,
  },
  {
    name: 'a redirect counts as a refusal',
    file: sync('classify.ts'),
    find: `if (status >= 300 && status < 400) {`,
    replace: `if (status >= 399 && status < 400) {`,
  },
  {
    name: 'a 412 counts as a refusal',
    file: sync('classify.ts'),
    find: `if (asked.method !== 'POST' && status === 412) return { is: 'stale' }`,
    replace: ``,
  },
  {
    name: 'a 404 counts as a refusal',
    file: sync('classify.ts'),
    find: `if (asked.method !== 'POST' && (status === 404 || status === 410)) return { is: 'gone' }`,
    replace: ``,
  },
  {
    name: 'a cut 2xx counts as not carried out',
    file: sync('classify.ts'),
    find: `: unknown(\`Answered \${status} without a record\`)`,
    replace: `: { is: 'retry', why: '', after, cause: 'busy' }`,
  },
  {
    name: 'a refusal is asked again for ever',
    file: sync('classify.ts'),
    find: `return { is: 'refused', status, ...refusal(answer.body, status) }`,
    replace: `return { is: 'retry', why: refusal(answer.body, status).message, after, cause: 'busy' }`,
  },
]

/** Sending. */
const sending: Mutant[] = [
  {
    name: 'nothing is written down before a create leaves',
    file: sync('push-steps.ts'),
    find: `  work.touched[kind.resource].add(local)
  return { do: 'post', version: sent, key, again: false }`,
    replace: `  await dropAttemptForTest(work, local)
  return { do: 'post', version: sent, key, again: false }
}
async function dropAttemptForTest(work: Work, local: number) {
  await work.trx.deleteFrom('attempt').where('local_id', '=', local).execute()`,
  },
  {
    name: 'the same entry is sent twice at once',
    file: sync('push-steps.ts'),
    find: `  if (await attemptByKey(work.trx, kind.resource, natural)) return { do: 'end' }
`,
    replace: ``,
  },
  {
    name: 'an unknown create is sent again at once',
    file: sync('push-answers.ts'),
    find: `      await quarantineAttempt(db, resource, local, clock.now() + wait)
      return answer`,
    replace: `      await commit(context, (work) => closeAttempt(work.trx, resource, local))
      return answer`,
  },
  {
    name: 'a create that was stopped is sent again',
    file: sync('push-answers.ts'),
    find: `      // The journal keeps the request; the next start treats it as unknown.
      return answer`,
    replace: `      await commit(context, (work) => closeAttempt(work.trx, resource, local))
      return answer`,
  },
  {
    name: 'nothing waits for a late request',
    file: sync('timing.ts'),
    find: `export const quarantine = requestTimeout + 30 * second`,
    replace: `export const quarantine = second`,
  },
  {
    name: 'a crash leaves an entry under way for ever',
    file: sync('cycle.ts'),
    find: `    await quarantineOpenAttempts(db, clock.now(), quarantine)
`,
    replace: ``,
  },
  {
    name: 'a probe adopts what another record here has',
    file: sync('probe.ts'),
    find: `if (what !== null && (await isUnknownHere(work, kind, wire))) found[what].push(wire)`,
    replace: `if (what !== null) found[what].push(wire)`,
  },
  {
    name: 'a probe tells nobody of a second one',
    file: sync('probe.ts'),
    find: `  if (others.length === 0 && sure) return
`,
    replace: `  if (sure || !sure) return
`,
  },
  {
    name: 'a create that was sent twice is not watched',
    file: sync('probe.ts'),
    find: `    if (attempt.sent) {
      await watchForTwin(`,
    replace: `    if (attempt.sent && !attempt.sent) {
      await watchForTwin(`,
  },
  {
    name: 'one entry that is refused blocks the rest',
    file: sync('push-answers.ts'),
    find: `  await commit(context, (work) => park(work, kind, local, answer))
  return 'end'
}

/** A category's name`,
    replace: `  await commit(context, (work) => closeAttempt(work.trx, resource, local))
  return { is: 'unknown', why: '', lost: true, after: null }
}

/** A category's name`,
  },
  {
    name: 'an answer overwrites a newer edit',
    file: sync('merge.ts'),
    find: `if (sameValue(mine[field], sent[field])) nextMine[field] = theirs[field]`,
    replace: `nextMine[field] = theirs[field]`,
  },
  {
    name: 'an edit during a request is marked as sent',
    file: sync('apply.ts'),
    find: `    dirty: dirty ? 1 : 0,`,
    replace: `    dirty: 0,`,
  },
  {
    name: 'an entry removed during its create is forgotten',
    file: sync('apply.ts'),
    find: `    // Deleted here meanwhile: what the service has now is to be deleted there.`,
    replace: `    await trx.deleteFrom('sync_record').where('local_id', '=', local).execute()
    if (local) return`,
  },
  {
    name: 'a removal forgets a create whose fate is open',
    file: store('sync-records.ts'),
    find: `and not exists (
      select 1 from attempt where resource = \${resource} and local_id = \${local}
    )`,
    replace: ``,
  },
  {
    name: 'an edit is not marked as unsent',
    file: store('sync-records.ts'),
    find: `await marked(trx, { resource, local, dirty: same ? 0 : 1, sequence })`,
    replace: `await marked(trx, { resource, local, dirty: record?.base ? 0 : 1, sequence })`,
  },
]

/** Bringing two sides together. */
const merging: Mutant[] = [
  {
    name: 'this side wins where both changed',
    file: sync('merge.ts'),
    find: `    result.conflicts.push({ group: name, base: pick(base), mine: pick(mine), theirs: pick(theirs) })`,
    replace: `    Object.assign(result.send, fieldsOf(mine, fields))`,
  },
  {
    name: 'the other side wins where both changed',
    file: sync('merge.ts'),
    find: `    result.conflicts.push({ group: name, base: pick(base), mine: pick(mine), theirs: pick(theirs) })`,
    replace: `    Object.assign(result.version, pick(theirs))`,
  },
  {
    name: 'an update sends every group',
    file: sync('merge.ts'),
    find: `  if (!changedHere || sameFields(mine, theirs, fields)) {`,
    replace: `  if (!changedHere && !sameFields(mine, theirs, fields)) {
    Object.assign(result.send, fieldsOf(mine, fields))
  } else if (sameFields(mine, theirs, fields)) {`,
  },
  {
    name: 'a set loses what the other side put in',
    file: sync('merge.ts'),
    find: `    ...there.filter((id) => here.includes(id) || !before.includes(id)),`,
    replace: `    ...there.filter((id) => here.includes(id)),`,
  },
  {
    name: 'a removal does not look whether it was changed there',
    file: sync('plan.ts'),
    find: `  return rules.same(theirs, expected) ? { do: 'delete' } : { do: 'restore' }`,
    replace: `  return expected ? { do: 'delete' } : { do: 'restore' }`,
  },
  {
    name: 'an entry removed there goes although it was changed here',
    file: sync('plan.ts'),
    find: `      return rules.same(local, base) ? { do: 'drop' } : { do: 'ask' }`,
    replace: `      return { do: 'drop' }`,
  },
  {
    name: 'a conflict is not shown',
    file: sync('apply.ts'),
    find: `    await raiseCard(trx, resource, local, card, now)
  } else {`,
    replace: `    void card
  } else {`,
  },
  {
    name: 'an entry gone there is not shown',
    file: sync('apply-removals.ts'),
    find: `  await raiseCard(work.trx, resource, local, card, work.now)
  work.touched[resource].add(local)`,
    replace: `  void card
  work.touched[resource].add(local)`,
  },
]

/** Receiving. */
const receiving: Mutant[] = [
  {
    name: 'a lost answer is pulled as another entry',
    file: sync('pull-records.ts'),
    find: `  if (unknown.some((attempt) => judge(context, kind, attempt, wire, me) !== null)) return false
`,
    replace: ``,
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

export const mutants: readonly Mutant[] = [...outcomes, ...sending, ...merging, ...receiving]
