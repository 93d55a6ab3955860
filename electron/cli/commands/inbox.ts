/** The inbox: what sync cannot decide alone. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import { cardAnswers } from '#shared/resources/inbox-card.ts'
import { cardText } from '../inbox-card-text.ts'
import type { CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { inJson } from './history.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { toSingleLine } from '../terminal-table.ts'
import { parseId, textFlag } from '../parse-values.ts'
import { reject, rejectField, t, translateCore } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const inboxCommand: Command = {
  help: `stint inbox list                list items that need review
stint inbox resolve ID... --take mine|theirs|again|drop
  --take    one of the answers shown in the list, the same for all of these items
  --theirs  with --take mine, fields to take from the service: --theirs notes,quantity

You can undo every answer with \`stint undo\`. The item comes back for review.`,
  flags: {
    take: { type: 'string' },
    theirs: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  run: (context) => runVerb('inbox', verbs, context),
}

const verbs = { list, resolve } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, { words }: CommandContext): Promise<Result<CommandOutput>> {
  const none = rejectArguments(words)
  if (!none.ok) return none
  const cards = await client.call('inbox.list')
  if (!cards.ok) return cards
  const text =
    cards.value.length === 0 ? t('Nothing needs review') : cards.value.map(cardText).join('\n\n')
  return ok({ json: cards.value, text })
}

async function resolve(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const take = cardAnswers.find((one) => one === textFlag(context, 'take'))
  if (context.words.length === 0) {
    return reject('usage', 'Give an ID: {example}', {
      example: 'stint inbox resolve 3 --take mine',
    })
  }
  if (take === undefined) {
    const choices = cardAnswers.join(', ')
    return rejectField('take', '{flag} needs one of {choices}', { flag: '--take', choices })
  }
  const cards: number[] = []
  for (const word of context.words) {
    const card = parseId(word, '“{text}” isn’t the ID of an item')
    if (!card.ok) return card
    cards.push(card.value)
  }
  const [card, ...also] = cards as [number, ...number[]]
  const theirs = textFlag(context, 'theirs')?.split(',').filter(Boolean)
  const answer = {
    card,
    take,
    ...(also.length > 0 ? { also } : {}),
    ...(theirs ? { theirs } : {}),
  }
  const done = await client.call('inbox.resolve', answer)
  return done.ok
    ? ok({
        json: inJson(done.value),
        text: toSingleLine(
          t('{what}. `stint undo` reverts this', { what: translateCore(done.value.summary) }),
        ),
      })
    : done
}
