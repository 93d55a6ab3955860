/** Webhooks belong to the service: they are listed from what was synced, and change on the service at once. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { Webhook } from '#shared/resources/webhook.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import type { CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { toSingleLine, renderTable } from '../terminal-table.ts'
import { pagedTableText } from '../record-text.ts'
import { readIdArgument, numberFlag, textFlag } from '../parse-values.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const webhooksCommand: Command = {
  help: `stint webhooks list|add|show|update|delete …

stint webhooks list
  --page N --limit N  page number and size (up to 100)

stint webhooks add              create on the service at once; its secret is shown only once
stint webhooks update ID        change on the service at once
  --uri ADDRESS      where events are sent
  --events LIST      like times.created,times.updated

stint webhooks show ID          a local ID or remote:ID
stint webhooks delete ID`,
  flags: {
    page: { type: 'string' },
    limit: { type: 'string' },
    uri: { type: 'string' },
    events: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  flagsOf: {
    list: ['page', 'limit'],
    add: ['uri', 'events'],
    update: ['uri', 'events'],
    show: [],
    delete: [],
  },
  run: (context) => runVerb('webhooks', verbs, context),
}

const verbs = { list, add, show, update, delete: remove } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const page = numberFlag(context, 'page')
  if (!page.ok) return page
  const limit = numberFlag(context, 'limit')
  if (!limit.ok) return limit
  const found = await client.call('webhooks.list', { page: page.value, limit: limit.value })
  if (!found.ok) return found
  const text = pagedTableText(found.value, t('No webhooks'), () =>
    renderTable(
      found.value.data,
      [
        { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
        { title: t('Address'), value: ({ uri }) => uri, flexible: true },
        { title: t('Events'), value: ({ events }) => events.join(', '), flexible: true },
      ],
      context.width,
    ),
  )
  return ok({ json: found.value, text })
}

async function show(client: CoreClient, { words }: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'webhook', words, 'stint webhooks show 3')
  return local.ok ? answered(await client.call('webhooks.show', { local: local.value })) : local
}

async function add(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const made = await client.call('webhooks.add', fieldsOf(context) as never)
  if (!made.ok) return made
  const { secret } = made.value
  const line = answered(made)
  if (!line.ok || secret === null) return line
  const told = t('Signing secret, shown only once: {secret}', { secret: toSingleLine(secret) })
  return ok({ ...line.value, text: `${line.value.text}\n${told}` })
}

async function update(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(
    client,
    'webhook',
    context.words,
    'stint webhooks update 3 --uri …',
  )
  if (!local.ok) return local
  const set = fieldsOf(context)
  if (Object.keys(set).length === 0) {
    return reject('usage', 'Nothing to change. Add --uri ADDRESS or --events LIST')
  }
  const before = await client.call('webhooks.show', { local: local.value })
  if (!before.ok) return before
  const was = wasOf(set, referenceValues.webhook(before.value))
  return answered(await client.call('webhooks.update', { local: local.value, set, was }))
}

async function remove(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'webhook', words, 'stint webhooks delete 3')
  if (!local.ok) return local
  const gone = answered(await client.call('webhooks.delete', { local: local.value }))
  return gone.ok
    ? ok({ ...gone.value, text: t('Deleted {what}', { what: gone.value.text }) })
    : gone
}

/** Reads the fields from the flags; the contract validates the names of events. */
function fieldsOf(context: CommandContext): { uri?: string; events?: string[] } {
  const uri = textFlag(context, 'uri')
  const events = textFlag(context, 'events')
  return {
    ...(uri === undefined ? {} : { uri }),
    ...(events === undefined ? {} : { events: events.split(',').map((name) => name.trim()) }),
  }
}

const answered = (webhook: Result<Webhook>): Result<CommandOutput> =>
  webhook.ok
    ? ok({
        json: webhook.value,
        text: toSingleLine(
          `${webhook.value.local}  ${webhook.value.uri}, ${webhook.value.events.join(', ')}`,
        ),
      })
    : webhook
