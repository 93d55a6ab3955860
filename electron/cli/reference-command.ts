/** `stint projects|clients|tasks|charges …`: the same verbs for each kind of reference record. */
import { ok, type Result } from '#shared/errors.ts'
import type { Page } from '#shared/resources/page.ts'
import { wasOf } from '#shared/rules/concurrent-edits.ts'
import { isLocalAccount, type CoreClient } from './core-client.ts'
import type { CommandOutput, Command, CommandContext } from './command.ts'
import { runVerb, type VerbHandler } from './verbs.ts'
import { listFlags, listHelp, readListFlags } from './list-flags.ts'
import { amountFlag, amountHelp } from './amount-flags.ts'
import { referenceUsesText } from './reference-uses-text.ts'
import { usualCurrencyHere } from './local-defaults.ts'
import { reject, rejectField, t } from './language.ts'
import { toSingleLine, renderTable, type TextColumn } from './terminal-table.ts'
import { pagedTableText } from './record-text.ts'
import {
  dayFlag,
  dayHelp,
  readIdArgument,
  resolveLocalId,
  numberFlag,
  textFlag,
} from './parse-values.ts'
import { rejectArguments } from './words.ts'

/** A flag of `add` and `update`, named after the API's field, with hyphens. */
export interface ReferenceFlag {
  readonly flag: string
  readonly help: string
  /** `client`: a local id or remote:ID; `none` removes it, as it does a nullable one. */
  readonly takes:
    | 'text'
    | 'number'
    | 'client'
    | 'amount'
    | 'day'
    | 'nullable text'
    | 'nullable number'
    | 'nullable day'
  /** Path of the value in the call's argument. Default: the flag with underscores. */
  readonly path?: readonly [string, string] | readonly [string]
}

type Input = Record<string, unknown>

export interface ReferenceCommandSpec<Entity> {
  readonly one: 'project' | 'client' | 'task' | 'charge'
  readonly sortKeys: readonly string[]
  readonly fields: readonly ReferenceFlag[]
  /** Besides the id, and the record's state on the service. */
  readonly columns: () => readonly TextColumn<Entity>[]
  readonly line: (entity: Entity) => string
  readonly list: (client: CoreClient, input: Input) => Promise<Result<Page<Entity>>>
  readonly show: (client: CoreClient, local: number) => Promise<Result<Entity>>
  readonly add: (client: CoreClient, input: Input) => Promise<Result<Entity>>
  /** Returns the fields of a record under the names of calls. */
  readonly values: (entity: Entity) => object
  readonly update: (
    client: CoreClient,
    edit: { local: number; set: Input; was: Input },
  ) => Promise<Result<Entity>>
  readonly remove: (client: CoreClient, local: number) => Promise<Result<Entity>>
}

interface Listed {
  local: number
  id: number | null
  currency?: string | null
}

/** What people call it; the API calls an item of the price list a charge. */
const nounOf = (one: ReferenceCommandSpec<unknown>['one']): string =>
  one === 'charge' ? 'price list item' : one

export function referenceCommand<Entity extends Listed>(
  kind: ReferenceCommandSpec<Entity>,
): Command {
  const many = `${kind.one}s`
  const noun = nounOf(kind.one)
  const verbs = verbsOf(kind)
  const flagHelp = kind.fields.map(({ flag, help }) => `  --${flag} ${help}`)
  const takesAmounts = kind.fields.some(({ takes }) => takes === 'amount')
  const takesDays = kind.fields.some(({ takes }) => takes === 'day')
  return {
    help: `stint ${many} list|add|show|update|delete …

stint ${many} list${listHelp(kind.sortKeys)}

stint ${many} add               a local ${noun}, until it’s on the service
stint ${many} update ID         change the given fields
${flagHelp.join('\n')}
stint ${many} add --id N        the one with service ID N

stint ${many} show ID           a local ID or remote:ID
stint ${many} delete ID${takesDays ? `\n\n${dayHelp}` : ''}${takesAmounts ? `\n\n${amountHelp}` : ''}`,
    flags: {
      ...listFlags,
      id: { type: 'string' },
      ...Object.fromEntries(kind.fields.map(({ flag }) => [flag, { type: 'string' }])),
    },
    flagsOf: {
      list: Object.keys(listFlags),
      add: ['id', ...kind.fields.map(({ flag }) => flag)],
      update: kind.fields.map(({ flag }) => flag),
      show: [],
      delete: [],
    },
    run: (context) => runVerb(many, verbs, context),
  }
}

function verbsOf<Entity extends Listed>(
  kind: ReferenceCommandSpec<Entity>,
): Readonly<Record<string, VerbHandler>> {
  const { one } = kind
  const many = `${one}s`
  const hasCurrency = kind.fields.some(({ flag }) => flag === 'currency')

  const lineOf = (entity: Entity): string => `${entity.local}  ${toSingleLine(kind.line(entity))}`
  const answered = (entity: Result<Entity>): Result<CommandOutput> =>
    entity.ok ? ok({ json: entity.value, text: lineOf(entity.value) }) : entity

  const named = (client: CoreClient, words: readonly string[], verb: string) =>
    readIdArgument(client, one, words, `stint ${many} ${verb} 3`)

  return {
    async list(client, context) {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const input = readListFlags(context, kind.sortKeys)
      if (!input.ok) return input
      const page = await kind.list(client, input.value)
      if (!page.ok) return page
      const isLocal = await isLocalAccount(client)
      const text = pagedTableText(
        page.value,
        t('No {kinds}. Add one with `{command}`', { kinds: one, command: `stint ${many} add` }),
        () =>
          renderTable(
            page.value.data,
            [
              { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
              ...kind.columns(),
              { title: '', value: ({ id }) => (id === null && !isLocal ? t('local only') : '') },
            ],
            context.width,
          ),
      )
      return ok({ json: page.value, text })
    },

    async show(client, { words }) {
      const local = await named(client, words, 'show')
      return local.ok ? answered(await kind.show(client, local.value)) : local
    },

    async add(client, context) {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const remote = numberFlag(context, 'id')
      if (!remote.ok) return remote
      const usual = hasCurrency ? await usualCurrencyHere(client, context) : ok(null)
      if (!usual.ok) return usual
      const input = await fieldsOf(client, context, kind.fields, usual.value)
      if (!input.ok) return input
      if (remote.value !== undefined) {
        return answered(await kind.add(client, { remote: remote.value, ...input.value }))
      }
      if (input.value['name'] === undefined) {
        return rejectField('name', 'Add --name for a new {kind}, or --id for one on the service', {
          kind: one,
        })
      }
      const counts = usual.value === null ? {} : { currency: usual.value }
      return answered(await kind.add(client, { ...counts, ...input.value }))
    },

    async update(client, context) {
      const local = await named(client, context.words, 'update')
      if (!local.ok) return local
      const before = await kind.show(client, local.value)
      if (!before.ok) return before
      const currency = before.value.currency ?? null
      const set = await fieldsOf(client, context, kind.fields, currency)
      if (!set.ok) return set
      if (Object.keys(set.value).length === 0) {
        return reject('usage', 'Nothing to change. Add a field, like {example}', {
          example: '--name TEXT',
        })
      }
      const was = wasOf<Input>(set.value, { ...kind.values(before.value) })
      return answered(await kind.update(client, { local: local.value, set: set.value, was }))
    },

    async delete(client, { words }) {
      const local = await named(client, words, 'delete')
      if (!local.ok) return local
      const uses = await client.call('records.countUses', { kind: one, local: local.value })
      if (!uses.ok) return uses
      const gone = await kind.remove(client, local.value)
      if (!gone.ok) return gone
      const users = referenceUsesText(uses.value)
      const lines = [
        t('Deleted {what}', { what: lineOf(gone.value) }),
        ...(users ? [t('It stays in {users}, but can’t be chosen anymore', { users })] : []),
        ...(gone.value.id === null ? [t('`stint undo` restores it')] : []),
      ]
      return ok({ json: gone.value, text: lines.join('\n') })
    },
  }
}

/**
 * Reads the fields from the flags; only those that were given.
 * @param currency currency of amounts unless --currency sets it; null where it is unknown
 */
async function fieldsOf(
  client: CoreClient,
  context: CommandContext,
  fields: readonly ReferenceFlag[],
  currency: string | null,
): Promise<Result<Input>> {
  const input: Input = {}
  for (const { flag, takes, path } of fields) {
    if (textFlag(context, flag) === undefined) continue
    const value = await valueOf(client, context, flag, takes, currency)
    if (!value.ok) return value
    const [outer, inner] = path ?? [flag.replaceAll('-', '_')]
    if (inner === undefined) input[outer] = value.value
    else input[outer] = { ...(input[outer] as Input | undefined), [inner]: value.value }
  }
  return ok(input)
}

async function valueOf(
  client: CoreClient,
  context: CommandContext,
  flag: string,
  takes: ReferenceFlag['takes'],
  currency: string | null,
): Promise<Result<unknown>> {
  const text = textFlag(context, flag)!
  if (text === 'none' && (takes === 'client' || takes.startsWith('nullable'))) return ok(null)
  switch (takes) {
    case 'client':
      return resolveLocalId(client, 'client', text, flag)
    case 'amount':
      return amountFlag(context, flag, textFlag(context, 'currency') ?? currency)
    case 'day':
    case 'nullable day':
      return dayFlag(client, context, flag)
    case 'number':
    case 'nullable number':
      return numberFlag(context, flag)
    case 'text':
    case 'nullable text':
      return ok(text)
  }
}
