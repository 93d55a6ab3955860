/** Matches local records with records of the service. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ParseArgsOptionsConfig } from 'node:util'
import type {
  MatchedExpense,
  MatchedReferences,
  MatchedTime,
  MatchEffect,
  UnmatchedReference,
} from '#shared/ipc/call-results.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import type { ReferenceFacts } from '#shared/rules/reference-facts.ts'
import { amountText } from '../amount-flags.ts'
import { withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { toSingleLine, renderTable } from '../terminal-table.ts'
import { reject, t, translateCore } from '../language.ts'
import { resolveLocalId } from '../parse-values.ts'
import { referenceUsesText } from '../reference-uses-text.ts'

const kinds = ['project', 'client', 'task', 'charge'] as const

export const matchCommand: Command = {
  help: `stint match                     list local names and suggested matches
stint match KIND ID TO          match with one on the service (an ID, or remote:ID)
  --yes              even if that changes amounts or times that are already logged
stint match --match-all         match all suggestions that change nothing logged
stint match KIND ID --publish   create it on the service, if the service allows it
stint match --create-all        create everything without a suggested match

KIND is ${kinds.join('|')}. Entries that use it don’t sync until then.`,
  flags: {
    publish: { type: 'boolean' },
    'match-all': { type: 'boolean' },
    'create-all': { type: 'boolean' },
    yes: { type: 'boolean' },
  } as const satisfies ParseArgsOptionsConfig,
  run: (context) =>
    withAccount(context, (client) => {
      const { words, flags } = context
      const [matches, creates] = [flags['match-all'] === true, flags['create-all'] === true]
      if (!matches && !creates) {
        return words.length > 0 ? settle(client, context) : list(client, context)
      }
      if (words.length > 0 || (matches && creates)) return Promise.resolve(notTogether())
      return matches ? matchAll(client) : createAll(client)
    }),
}

async function list(client: CoreClient, { width }: CommandContext): Promise<Result<CommandOutput>> {
  const found = await client.call('matching.list')
  if (!found.ok) return found
  const text =
    found.value.length === 0
      ? t('Everything is matched')
      : renderTable(
          found.value,
          [
            { title: t('Kind'), value: ({ kind }) => t(kind) },
            { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
            { title: t('Name'), value: (one) => namedText(one), flexible: true },
            { title: t('Used by'), value: ({ usedBy }) => referenceUsesText(usedBy) },
            { title: t('Suggestion'), value: suggestionText, flexible: true },
          ],
          width,
        )
  return ok({ json: found.value, text })
}

const notTogether = () =>
  reject('usage', 'Use --match-all or --create-all alone. To create one, add --publish to its ID')

type Named = ReferenceFacts & { name: string; code: string }

/** A record with what tells it apart: `Web (WEB), Kauri Books, 95.00 NZD, 15 min`. */
const namedText = ({ name, code, client, price, unit, currency, increment }: Named): string =>
  [
    code === '' ? name : `${name} (${code})`,
    client === '' ? t('internal') : client,
    price === null ? currency : `${amountText(price, currency)}${unit ? ` / ${unit}` : ''}`,
    increment === null ? null : `${increment} min`,
  ]
    .filter((text) => text !== null)
    .join(', ')

const suggestionText = ({ suggestion }: UnmatchedReference): string =>
  suggestion ? `${suggestion.local}  ${namedText(suggestion)}` : ''

async function matchAll(client: CoreClient): Promise<Result<CommandOutput>> {
  const found = await client.call('matching.list')
  if (!found.ok) return found
  const records = found.value.flatMap(({ kind, local, suggestion }) =>
    suggestion ? [{ kind, local, to: suggestion.local }] : [],
  )
  if (records.length === 0) {
    return ok({ json: { matched: 0, left: [] }, text: t('Nothing to match') })
  }
  const done = await client.call('matching.matchAll', { records })
  if (!done.ok) return done
  const { matched, left } = done.value
  const what = t('Matched: {count}', { count: matched })
  return ok({
    json: { matched, left: left.map(withoutSentence) },
    text: linesOf(matched > 0 ? t('{what}. `stint undo` reverts this', { what }) : what, left),
    ...(left.length > 0 ? { exit: 1 } : {}),
  })
}

const withoutSentence = ({ kind, local, name, message }: MatchedReferences['left'][number]) => ({
  kind,
  local,
  name,
  message,
})

/** What was done, and what was left and why. */
const linesOf = (done: string, left: MatchedReferences['left']): string =>
  [
    done,
    ...left.map(
      ({ kind, local, name, message, sentence = message }) =>
        `${t(kind)} ${local}  ${name}: ${translateCore(sentence)}`,
    ),
  ]
    .map(toSingleLine)
    .join('\n')

async function createAll(client: CoreClient): Promise<Result<CommandOutput>> {
  const found = await client.call('matching.list')
  if (!found.ok) return found
  const records = found.value
    .filter(({ suggestion }) => suggestion === null)
    .map(({ kind, local }) => ({ kind, local }))
  if (records.length === 0) {
    return ok({ json: { created: 0, failed: [] }, text: t('Nothing to create') })
  }
  const done = await client.call('matching.publishAll', { records })
  if (!done.ok) return done
  const { created, failed } = done.value
  return ok({
    json: { created, failed: failed.map(withoutSentence) },
    text: linesOf(t('Created on the service: {what}', { what: created }), failed),
    ...(failed.length > 0 ? { exit: 1 } : {}),
  })
}

async function settle(
  client: CoreClient,
  { words, flags }: CommandContext,
): Promise<Result<CommandOutput>> {
  const [word, id, to, ...more] = words
  const kind = kinds.find((one) => one === word)
  const publish = flags['publish'] === true
  if (kind === undefined || id === undefined || more.length > 0 || (to === undefined) !== publish) {
    return reject('usage', 'Give a kind and two IDs: {example}', {
      example: 'stint match project 3 remote:7',
    })
  }
  const local = await resolveLocalId(client, kind, id)
  if (!local.ok) return local
  if (to === undefined) {
    const made = await client.call('matching.publish', { kind, local: local.value })
    return made.ok
      ? ok({
          json: null,
          text: t('Created on the service: {what}', { what: `${t(kind)} ${local.value}` }),
        })
      : made
  }
  const target = await resolveLocalId(client, kind, to)
  if (!target.ok) return target
  const match = { kind, local: local.value, to: target.value }
  const effect = await client.call('matching.preview', match)
  if (!effect.ok) return effect
  const changes = effectLines(effect.value)
  if (changes.length > 0 && flags['yes'] !== true) {
    const text = t('This would change what is logged. To match anyway, add --yes')
    return fail('conflict', [text, ...changes].join('\n'))
  }
  const matched = await client.call('matching.match', match)
  const text = [...changes, t('{what}. `stint undo` reverts this', { what: t('Matched') })].map(
    toSingleLine,
  )
  return matched.ok ? ok({ json: null, text: text.join('\n') }) : matched
}

/** Each sum that the match changes, before and after. */
const effectLines = ({ time, expenses }: MatchEffect): string[] => [
  ...(time
    ? [
        t('{before} becomes {after}', {
          before: timeText(time.before),
          after: timeText(time.after),
        }),
      ]
    : []),
  ...expenses.map(({ local, before, after }) =>
    t('Expense {id}: {before} becomes {after}', {
      id: local,
      before: expenseText(before),
      after: expenseText(after),
    }),
  ),
]

const timeText = ({ minutes, values }: MatchedTime): string =>
  [
    formatDurationText(minutes),
    ...values.map(({ amount, currency }) => amountText(amount, currency)),
  ].join(', ')

function expenseText({
  quantity,
  unit,
  price,
  total,
  currency,
  converted,
}: MatchedExpense): string {
  const sum = `${[quantity, unit].filter(Boolean).join(' ')} × ${amountText(price, currency)} = ${amountText(total, currency)}`
  if (converted === null) return sum
  return converted.amount === null
    ? t('{sum}, without an exchange rate to {currency}', { sum, currency: converted.currency })
    : `${sum} (${amountText(converted.amount, converted.currency)})`
}
