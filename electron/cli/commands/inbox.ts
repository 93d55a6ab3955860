/** The inbox: what the sync cannot decide alone. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, failField, ok, type Result } from '#shared/errors.ts'
import { takes, type CardField, type InboxCard } from '#shared/resources/inbox.ts'
import type { Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { runVerb, type Action } from '../group.ts'
import { harmless } from '../table.ts'
import { idOf, noWords, textFlag } from '../values.ts'

export const inbox: Command = {
  help: `stint inbox list                what waits for your decision
stint inbox resolve ID --take mine|theirs|again|drop
  mine    what stands here counts
  theirs  what stands on the service counts
  again   it is sent once more
  drop    it is let go here

Every answer is a change: \`stint undo\` takes it back, with the question.`,
  flags: { take: { type: 'string' } } as const satisfies ParseArgsOptionsConfig,
  run: (context) => runVerb('inbox', verbs, context),
}

const verbs = { list, resolve } satisfies Record<string, Action>

async function list(client: Client, { words }: Context): Promise<Result<Answer>> {
  const none = noWords(words)
  if (!none.ok) return none
  const cards = await client.call('inbox.list')
  if (!cards.ok) return cards
  const text =
    cards.value.length === 0 ? 'Nothing waits for you' : cards.value.map(cardText).join('\n\n')
  return ok({ json: cards.value, text })
}

const reasons: Record<InboxCard['kind'], string> = {
  refused: 'the service does not take it',
  conflict: 'changed here and on the service',
  twin: 'the service may have it twice',
  gone: 'deleted on the service, changed here',
  increment: 'the service counts in other increments',
  archived: 'an archived category may have this name',
  removals: 'gone on the service',
  'bad-record': 'cannot be read',
}

function cardText(card: InboxCard): string {
  const reason = card.note === 'deleted-here' ? 'deleted here, changed there' : reasons[card.kind]
  return [
    harmless(`${card.card}  ${card.title}: ${reason}`),
    ...(card.message ? [harmless(`    The service says: ${card.message}`)] : []),
    ...card.fields.map((field) => harmless(`    ${fieldText(field)}`)),
    ...card.others.map(({ id, title }) =>
      harmless(`    On the service: ${id}${title ? ` ${title}` : ''}`),
    ),
    `    Answers: ${card.takes.join(', ')}`,
  ]
    .map((line, place) => (place === 0 ? line : `    ${line.trim()}`))
    .join('\n')
}

function fieldText({ field, base, mine, theirs, words }: CardField): string {
  const sides = [
    ['before', base],
    ['mine', mine],
    ['theirs', theirs],
  ] as const
  const values = sides.flatMap(([side, value]) =>
    value === null ? [] : [`${side} ${value.names.join(', ') || JSON.stringify(value.value)}`],
  )
  return `${field}: ${[...values, ...words].join('; ')}`
}

async function resolve(client: Client, context: Context): Promise<Result<Answer>> {
  const [word, ...more] = context.words
  const take = takes.find((one) => one === textFlag(context, 'take'))
  if (word === undefined || more.length > 0) {
    return fail('usage', 'Needs one card: stint inbox resolve 3 --take mine')
  }
  if (take === undefined) return failField('take', `--take needs one of ${takes.join(', ')}`)
  const card = idOf(word, 'a card')
  if (!card.ok) return card
  const done = await client.call('inbox.resolve', { card: card.value, take })
  return done.ok
    ? ok({
        json: done.value,
        text: harmless(`${done.value.summary}; \`stint undo\` takes it back`),
      })
    : done
}
