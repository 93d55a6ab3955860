import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { renderTable } from '../terminal-table.ts'
import { parseId, numberFlag } from '../parse-values.ts'
import { reject, t, translateCore } from '../language.ts'
import { rejectArguments } from '../words.ts'
import { actorLabels, changeOutput, timestampText } from './history.ts'

export const trashCommand: Command = {
  help: `stint trash list|restore|discard …

Items deleted by you or on the service stay in trash for 30 days.

stint trash list           list items, newest first
  --before ID              only items deleted before this one
  --limit N                up to 200 (default: 50)

stint trash restore ID …   restore items
stint trash discard ID …   delete items forever, which can’t be undone; \`stint history\` keeps no
                           text of them. Backups made before still contain them: daily ones for
                           about four weeks, others until newer ones replace them
  --all                    all items`,
  flags: {
    before: { type: 'string' },
    limit: { type: 'string' },
    all: { type: 'boolean' },
  } as const satisfies ParseArgsOptionsConfig,
  flagsOf: { list: ['before', 'limit'], restore: [], discard: ['all'] },
  run: (context) => runVerb('trash', verbs, context),
}

const verbs = { list, restore, discard } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const limit = numberFlag(context, 'limit')
  if (!limit.ok) return limit
  const before = numberFlag(context, 'before')
  if (!before.ok) return before
  const page = await client.call('trash.list', {
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(before.value === undefined ? {} : { before: before.value }),
  })
  if (!page.ok) return page
  const { items, total } = page.value
  const text = renderTable(
    items,
    [
      { title: t('ID'), value: ({ item }) => String(item), align: 'right' },
      { title: t('Deleted'), value: ({ deletedAt }) => timestampText(deletedAt) },
      { title: t('By'), value: ({ actor }) => t(actorLabels[actor]) },
      { title: t('What'), value: ({ resource }) => t(resource) },
      { title: t('Title'), value: ({ title }) => translateCore(title), flexible: true },
      { title: t('Until'), value: ({ expiresAt }) => timestampText(expiresAt).slice(0, 10) },
    ],
    context.width,
  )
  const more =
    items.length < total ? `\n${t('{count} of {total}', { count: items.length, total })}` : ''
  return ok({ json: page.value, text: items.length > 0 ? text + more : t('Trash is empty') })
}

async function restore(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const example = 'stint trash restore 3'
  const items = itemsOf(words, t('Give an item’s ID: {example}', { example }))
  return items.ok ? changeOutput(await client.call('trash.restore', { items: items.value })) : items
}

async function discard(
  client: CoreClient,
  { words, flags }: CommandContext,
): Promise<Result<CommandOutput>> {
  const all = flags['all'] === true
  if (all && words.length > 0) return reject('usage', 'Use either IDs or --all, not both')
  const example = 'stint trash discard 3'
  const items = all
    ? ok('all' as const)
    : itemsOf(words, t('Give an item’s ID: {example}, or --all', { example }))
  if (!items.ok) return items
  const done = await client.call('trash.discard', { items: items.value })
  if (!done.ok) return done
  const { discarded } = done.value
  if (discarded === 0 && !all) {
    return reject('not-found', 'Those items aren’t in trash. See `stint trash list`')
  }
  return ok({ json: done.value, text: t('Deleted {count} forever', { count: discarded }) })
}

/** @param problem the text where there are none */
function itemsOf(words: readonly string[], problem: string): Result<number[]> {
  if (words.length === 0) return fail('usage', problem)
  const items: number[] = []
  for (const word of words) {
    const item = parseId(word, '“{text}” isn’t the ID of an item')
    if (!item.ok) return item
    items.push(item.value)
  }
  return ok(items)
}
