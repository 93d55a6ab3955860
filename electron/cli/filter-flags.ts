/** Parses the flags that name a filter, alike for every command that takes one. */
import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { NamedRecord } from '#shared/ipc/call-results.ts'
import {
  referenceConditionKinds,
  type Condition,
  type EntryFilter,
  type ReferenceConditionKind,
} from '#shared/rules/entry-filter.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { resolveLocalId, textsFlag } from './parse-values.ts'
import { reject, rejectField, t, listText } from './language.ts'

const namedKinds = [...referenceConditionKinds, 'status'] as const
type NamedKind = (typeof namedKinds)[number]

export const filterFlags: ParseArgsOptionsConfig = {
  ...Object.fromEntries(
    [...namedKinds, 'query'].flatMap((name) => [
      [name, { type: 'string', multiple: true } as const],
      [`not-${name}`, { type: 'string', multiple: true } as const],
    ]),
  ),
  'with-notes': { type: 'boolean' },
  'without-notes': { type: 'boolean' },
}

export const filterHelp = `
  --client --project --task --category --person NAME
                     only these: a name, a code, a local ID, remote:ID, or none; repeat the flag
                     for any of several
  --not-client --not-project --not-task --not-category --not-person NAME
                     all but these
  --status WORD, --not-status WORD
                     only, or not, of projects with this status, or none
  --query TEXT, --not-query TEXT
                     only, or not, with all of these words
  --with-notes, --without-notes`

/** Reads the filter; empty where no flag is given. */
export async function readFilterFlags(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<EntryFilter>> {
  const others = await readFilterFlagsButQuery(client, context)
  if (!others.ok) return others
  const words = textsFlag(context, 'query').map((text) => ({ kind: 'words', text }) as const)
  return ok([...others.value, ...words])
}

/** The same without `--query`, which is an argument of its own for a list. */
export async function readFilterFlagsButQuery(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<EntryFilter>> {
  const filter: Condition[] = []
  for (const kind of namedKinds) {
    for (const not of [false, true]) {
      const texts = textsFlag(context, not ? `not-${kind}` : kind)
      if (texts.length === 0) continue
      const condition = await namedCondition(client, kind, texts, not)
      if (!condition.ok) return condition
      filter.push(condition.value)
    }
  }
  const notes = notesCondition(context)
  if (!notes.ok) return notes
  if (notes.value) filter.push(notes.value)
  for (const text of textsFlag(context, 'not-query')) {
    filter.push({ kind: 'words', not: true, text })
  }
  return ok(filter)
}

async function namedCondition(
  client: CoreClient,
  kind: NamedKind,
  texts: readonly string[],
  isNot: boolean,
): Promise<Result<Condition>> {
  const not = isNot ? ({ not: true } as const) : {}
  const locals: (number | null)[] = []
  const words: (string | null)[] = []
  for (const text of texts) {
    if (text === 'none') (kind === 'status' ? words : locals).push(null)
    else {
      const record = await find(client, kind, text)
      if (!record.ok) return record
      if (record.value.local === null) words.push(record.value.name)
      else locals.push(record.value.local)
    }
  }
  return ok(kind === 'status' ? { kind, ...not, of: words } : { kind, ...not, of: locals })
}

async function find(
  client: CoreClient,
  kind: NamedKind,
  text: string,
): Promise<Result<Pick<NamedRecord, 'local' | 'name'>>> {
  if (kind !== 'status' && text.startsWith('remote:')) {
    const local = await resolveLocalId(client, resourceOf(kind), text, kind)
    return local.ok ? ok({ local: local.value, name: text }) : local
  }
  if (text === '') return rejectField(kind, '{flag} needs a name', { flag: `--${kind}` })
  const named = await client.call('records.findByName', { kind, text })
  if (!named.ok) return named
  const { found, similar } = named.value
  if (found.length === 1) return ok(found[0]!)
  if (found.length > 0) {
    const choices = listText(found.map(choiceText), '{one} or {other}')
    return reject('usage', '“{text}” could be {choices}. Use a code or an ID', { text, choices })
  }
  const what = t(kind)
  if (similar.length === 0) return reject('usage', '“{text}” isn’t a {what} here', { text, what })
  const problem = t('“{text}” isn’t a {what} here', { text, what })
  return reject('usage', '{problem}. Near it: {names}', { problem, names: similar.join(', ') })
}

const resourceOf = (kind: ReferenceConditionKind) => (kind === 'person' ? 'user' : kind)

const choiceText = ({ local, name, code }: NamedRecord): string =>
  `${[code, name].filter(Boolean).join(' ')} (ID ${local})`

function notesCondition({ flags }: CommandContext): Result<Condition | undefined> {
  const [isWith, isWithout] = [flags['with-notes'] === true, flags['without-notes'] === true]
  if (isWith && isWithout) return reject('usage', 'Use either --with-notes or --without-notes')
  return ok(isWith || isWithout ? { kind: 'notes', is: isWith } : undefined)
}
