import { createFileSecrets } from '#core/node/secrets-file.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { OutboxState, SyncPass, SyncReport, SyncStatus } from '#shared/ipc/call-results.ts'
import { withCore, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { verbHandler, type VerbHandler } from '../verbs.ts'
import { runInterruptible } from '../interrupt.ts'
import { renderTable } from '../terminal-table.ts'
import { reject, t, translateCore, type Word } from '../language.ts'
import { rejectArguments } from '../words.ts'
import { timestampText } from './history.ts'

export const syncCommand: Command = {
  help: `stint sync [--wait]

Send and receive changes once. A sync stopped less than an hour ago continues where it was. Accounts
whose token is in the app’s keychain need the app open.
  --wait  also wait until every lost reply is resolved

stint sync pause   stop syncing automatically
stint sync resume  sync automatically again
stint sync log     show recent syncs and how they ended
stint sync report  print a sync report you can share: no token, nothing anyone wrote`,
  flags: { wait: { type: 'boolean' } },
  flagsOf: { pause: [], resume: [], log: [], report: [] },
  run: (context) =>
    withCore(context, (client) => {
      const [verb, ...words] = context.words
      const action = verbHandler(verbs, verb)
      return action ? action(client, { ...context, words }) : once(client, context)
    }),
}

/** The most that the contract lists at once. */
const mostCounted = 200

async function once(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const wait = context.flags['wait'] === true
  context.progress(t(wait ? 'Syncing until every reply is in…' : 'Syncing…'))
  client.on((event) => {
    const phase = event.event === 'sync' ? event.status.phase : null
    if (phase?.is === 'fetching' && phase.pages !== null)
      context.progress(
        t('Receiving page {page} of {pages}', { page: phase.page, pages: phase.pages }),
      )
  })
  // Stopping in order writes down what was sent and read, so that the next sync goes on from there.
  const report = await runInterruptible((signal) => {
    signal.addEventListener('abort', () => void client.stop())
    return syncNow(client, context, wait)
  })
  return report.ok
    ? ok({ json: report.value, text: await syncReportText(client, report.value) })
    : report
}

/**
 * Syncs the account. Fails with `offline` and says what to do where there is no app and the token is
 * encrypted by the app's keychain.
 */
async function syncNow(
  client: CoreClient,
  { home }: CommandContext,
  wait: boolean,
): Promise<Result<SyncReport>> {
  const state = await client.call('app.state')
  if (!state.ok) return state
  const { account } = state.value
  if (client.runsIn === 'command' && account !== null && account.url !== null) {
    const secrets = createFileSecrets(home)
    const isReadable = (await secrets.get(account.account)) !== null
    if (!isReadable && (await secrets.has(account.account))) {
      return reject(
        'offline',
        'This account’s access token is in the keychain, which only the app can open. Open Stint, or add a token with `stint connect`',
      )
    }
  }
  return client.call('sync.now', wait ? { wait } : {})
}

/** Creates the action of a call without arguments, and its text for people. */
const plain =
  (call: (client: CoreClient) => Promise<Result<SyncStatus>>, text: Word): VerbHandler =>
  async (client, context) => {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const done = await call(client)
    return done.ok ? ok({ json: done.value, text: t(text) }) : done
  }

const verbs: Readonly<Record<string, VerbHandler>> = {
  pause: plain(
    (client) => client.call('sync.pause'),
    'Sync paused. Run `stint sync resume` to continue',
  ),
  resume: plain(
    (client) => client.call('sync.resume'),
    'Sync resumed. It runs while Stint is open',
  ),
  async log(client, context) {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const passes = await client.call('sync.log', {})
    if (!passes.ok) return passes
    const text = renderTable(
      passes.value,
      [
        { title: t('When'), value: ({ to }) => timestampText(to) },
        { title: t('Syncs'), value: ({ passes }) => String(passes), align: 'right' },
        { title: t('Requests'), value: ({ requests }) => String(requests), align: 'right' },
        { title: t('Result'), value: passText, flexible: true },
      ],
      context.width,
    )
    return ok({
      json: passes.value,
      text: passes.value.length > 0 ? text : t('Nothing synced yet'),
    })
  },
  async report(client, context) {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const report = await client.call('sync.supportReport')
    return report.ok ? ok({ json: report.value, text: report.value.text }) : report
  },
}

/** Describes what was done, and everything that the service does not have yet. */
export async function syncReportText(
  client: CoreClient,
  { pushed, pulled, pending, inbox }: SyncReport,
): Promise<string> {
  const outbox = await client.call('sync.outbox', { limit: mostCounted })
  const unsent = outbox.ok ? outbox.value.items : []
  const count = (state: OutboxState): string => {
    const number = unsent.filter((item) => item.state === state).length
    return number === mostCounted ? t('{count} or more', { count: number }) : String(number)
  }
  const [held, drafts] = [count('held'), count('draft')]
  const waits = [
    pending > 0 ? t('{count} unsynced', { count: pending }) : '',
    held === '0' ? '' : t('{count} need matching (`stint match`)', { count: held }),
    drafts === '0' ? '' : drafts === '1' ? t('1 draft') : t('{count} drafts', { count: drafts }),
    inbox > 0 ? t('{count} to review (`stint inbox`)', { count: inbox }) : '',
  ].filter(Boolean)
  const rest = waits.join(', ') || t('Everything is synced')
  return t('Sent {sent}, received {received}. {rest}', { sent: pushed, received: pulled, rest })
}

/** Passes that did nothing and ended alike share one line. */
const passText = ({ text, passes, from }: SyncPass): string => {
  const result = translateCore(text)
  return passes > 1
    ? t('{text}, since {time}', { text: result, time: timestampText(from) })
    : result
}
