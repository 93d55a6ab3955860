import { ok, type Result } from '#shared/errors.ts'
import type { OutboxState, SyncPass, SyncReport, SyncStatus } from '#shared/ipc/views.ts'
import { withCore, type Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { actionNamed, type Action } from '../group.ts'
import { interruptible } from '../interrupt.ts'
import { table } from '../table.ts'
import { syncNow } from '../sync-now.ts'
import { noWords } from '../values.ts'
import { whenText } from './history.ts'

export const sync: Command = {
  help: `stint sync [--wait]

Sends what is new here and reads everything that the service has, once; one that was stopped goes
on where it was, within the hour. Where Stint is open on the same data folder, it does so; an
account whose token is in the app's keychain needs that.
  --wait  also waits until everything is certain whose answer was lost

stint sync pause   nothing is sent or fetched by itself any more
stint sync resume  goes on by itself
stint sync log     what the last passes did, and why they ended
stint sync report  how sync stands, as text to hand on: no token, nothing that anybody wrote`,
  flags: { wait: { type: 'boolean' } },
  flagsOf: { pause: [], resume: [], log: [], report: [] },
  run: (context) =>
    withCore(context, (client) => {
      const [verb, ...words] = context.words
      const action = actionNamed(verbs, verb)
      return action ? action(client, { ...context, words }) : once(client, context)
    }),
}

/** As many as the contract lists at once. */
const mostCounted = 200

async function once(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const wait = context.flags['wait'] === true
  context.progress(wait ? 'Syncing until everything is certain …' : 'Syncing …')
  const told = (page: number, pages: number) =>
    context.progress(`Fetching page ${page} of ${pages}`)
  client.on((event) => {
    const phase = event.event === 'sync' ? event.status.phase : null
    if (phase?.is === 'fetching' && phase.pages !== null) told(phase.page, phase.pages)
  })
  // Stopped in order it gives back the lease, so that the next sync need not wait for it.
  const report = await interruptible((signal) => {
    signal.addEventListener('abort', () => void client.stop())
    return syncNow(client, context, wait, signal, told)
  })
  return report.ok
    ? ok({ json: report.value, text: await reportText(client, report.value) })
    : report
}

/** A call without arguments, and what it says to people. */
const plain =
  (call: (client: Client) => Promise<Result<SyncStatus>>, text: string): Action =>
  async (client, context) => {
    const words = noWords(context.words)
    if (!words.ok) return words
    const done = await call(client)
    return done.ok ? ok({ json: done.value, text }) : done
  }

const verbs: Readonly<Record<string, Action>> = {
  pause: plain(
    (client) => client.call('sync.pause'),
    'Paused. Nothing is sent or fetched until you resume or sync',
  ),
  resume: plain(
    (client) => client.call('sync.resume'),
    'Sync goes on by itself where Stint is open',
  ),
  async log(client, context) {
    const words = noWords(context.words)
    if (!words.ok) return words
    const passes = await client.call('sync.log', {})
    if (!passes.ok) return passes
    const text = table(
      passes.value,
      [
        { title: 'When', value: ({ to }) => whenText(to) },
        { title: 'Passes', value: ({ passes }) => String(passes), align: 'right' },
        { title: 'Requests', value: ({ requests }) => String(requests), align: 'right' },
        { title: 'What', value: passText, flexible: true },
      ],
      context.width,
    )
    return ok({
      json: passes.value,
      text: passes.value.length > 0 ? text : 'Nothing was synced yet',
    })
  },
  async report(client, context) {
    const words = noWords(context.words)
    if (!words.ok) return words
    const report = await client.call('sync.report')
    return report.ok ? ok({ json: report.value, text: report.value.text }) : report
  },
}

/** What was done, and everything that is not on the service yet, whoever it waits for. */
export async function reportText(
  client: Client,
  { pushed, pulled, pending, inbox }: SyncReport,
): Promise<string> {
  const outbox = await client.call('sync.outbox', { limit: mostCounted })
  const unsent = outbox.ok ? outbox.value.items : []
  const count = (state: OutboxState): string => {
    const number = unsent.filter((item) => item.state === state).length
    return number === mostCounted ? `${number} or more` : String(number)
  }
  const [held, drafts] = [count('held'), count('draft')]
  const waits = [
    pending > 0 ? `${pending} not sent yet` : '',
    held === '0' ? '' : `${held} held until \`stint match\` says what they belong to`,
    drafts === '0' ? '' : `${drafts} without what the service needs`,
    inbox > 0 ? `${inbox} to decide` : '',
  ].filter(Boolean)
  return `Sent ${pushed}, received ${pulled}; ${waits.join(', ') || 'nothing is waiting'}`
}

/** Several that did nothing and ended alike stand in one line. */
const passText = ({ text, passes, from }: SyncPass): string =>
  passes > 1 ? `${text}, since ${whenText(from)}` : text
