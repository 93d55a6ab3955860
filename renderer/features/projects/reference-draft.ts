/**
 * State of the form for a record of any kind, with parsing and validation. Numbers stay as typed
 * until they are parsed.
 */
import type { FieldTexts } from '#shared/errors.ts'
import type { MessageKey } from '../../app/messages/index.ts'
import { parseAmountInput, parseCountInput, formatAmountInput } from '../../ui/amount-input.ts'
import type { Listed, WritableKind } from './reference-lists.ts'

export interface RecordDraft {
  name: string
  code: string
  type: 'client' | 'internal'
  client: number | null
  increment: string
  rate: string
  currency: string
  status: 'incomplete' | 'complete'
  phone: string
  contactName: string
  contactEmail: string
  amount: string
  unit: string
}
export type DraftField = keyof RecordDraft

/** An unsaved form, kept for undo. */
export interface KeptRecord {
  typed: RecordDraft
  /** The values before anything was typed. */
  before: RecordDraft
  /** The edited record as it was seen last; absent for a new one. */
  listed?: Listed | undefined
  /** Fields whose conflicts are undecided. */
  conflicts: string[]
}

export const isSameDraft = (one: RecordDraft, other: RecordDraft): boolean =>
  (Object.keys(one) as DraftField[]).every((field) => one[field] === other[field])
export type DraftProblems = Partial<Record<DraftField, MessageKey>>

/** The initial values of a new record. */
export const newDraft = (currency: string): RecordDraft => ({
  name: '',
  code: '',
  type: 'client',
  client: null,
  increment: '15',
  rate: '',
  currency,
  status: 'incomplete',
  phone: '',
  contactName: '',
  contactEmail: '',
  amount: '',
  unit: '',
})

export function draftOf({ kind, record }: Listed): RecordDraft {
  const draft = { ...newDraft(''), name: record.name }
  switch (kind) {
    case 'projects':
      return {
        ...draft,
        code: record.code,
        type: record.type === 'internal' ? 'internal' : 'client',
        client: record.client?.local ?? null,
        increment: String(record.increment),
        rate: record.rate === 0 ? '' : formatAmountInput(record.rate, record.currency),
        currency: record.currency ?? '',
        status: record.status === 'complete' ? 'complete' : 'incomplete',
      }
    case 'clients':
      return {
        ...draft,
        code: record.code,
        phone: record.phone ?? '',
        contactName: record.contact?.name ?? '',
        contactEmail: record.contact?.email ?? '',
      }
    case 'charges':
      return {
        ...draft,
        amount: formatAmountInput(record.charge, record.currency),
        currency: record.currency ?? '',
        unit: record.unit,
      }
    case 'tasks':
    case 'people':
      return draft
  }
}

const currencyOf = ({ currency }: RecordDraft): string => currency.trim().toUpperCase()
const knownCurrency = (draft: RecordDraft): string | null => currencyOf(draft) || null
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** Validates the draft: problems by field. */
export function problemsOf(kind: WritableKind, draft: RecordDraft): DraftProblems {
  const problems: DraftProblems = {}
  if (draft.name.trim() === '') problems.name = 'references.nameNeeded'
  if (kind === 'projects') {
    const increment = parseCountInput(draft.increment)
    if (increment === undefined || increment > 1440)
      problems.increment = 'references.incrementNeeded'
    if (draft.rate.trim() !== '' && !isNotNegative(draft.rate, draft))
      problems.rate = 'references.amountNeeded'
  }
  if (kind === 'charges' && parseAmountInput(draft.amount, knownCurrency(draft)) === undefined)
    problems.amount = 'references.amountNeeded'
  if ((kind === 'projects' || kind === 'charges') && !isCurrency(currencyOf(draft)))
    problems.currency = 'references.currencyNeeded'
  if (kind === 'clients') {
    const [name, email] = [draft.contactName.trim(), draft.contactEmail.trim()]
    if (name === '' && email !== '') problems.contactName = 'references.contactNeeded'
    if (name !== '' && email === '') problems.contactEmail = 'references.contactNeeded'
  }
  return problems
}
const isNotNegative = (text: string, draft: RecordDraft): boolean =>
  (parseAmountInput(text, knownCurrency(draft)) ?? -1) >= 0

/** Converts the draft to the call's input; only for a draft without problems. */
export function inputOf(kind: WritableKind, draft: RecordDraft): Record<string, unknown> {
  const name = draft.name.trim()
  switch (kind) {
    case 'tasks':
      return { name }
    case 'charges':
      return {
        name,
        charge: parseAmountInput(draft.amount, knownCurrency(draft)) ?? 0,
        unit: draft.unit.trim(),
        currency: currencyOf(draft),
      }
    case 'clients':
      return {
        name,
        code: draft.code.trim(),
        phone: draft.phone.trim() || null,
        contact: draft.contactName.trim()
          ? { name: draft.contactName.trim(), email: draft.contactEmail.trim() }
          : null,
      }
    case 'projects':
      return {
        name,
        code: draft.code.trim(),
        type: draft.type,
        client: draft.type === 'internal' ? null : draft.client,
        increment: parseCountInput(draft.increment) ?? 15,
        rate:
          draft.rate.trim() === '' ? 0 : (parseAmountInput(draft.rate, knownCurrency(draft)) ?? 0),
        currency: currencyOf(draft),
        status: draft.status,
      }
  }
}

/** Returns only the fields that differ from the current version. */
export function changesOf(listed: Listed, draft: RecordDraft): Record<string, unknown> {
  if (listed.kind === 'people') return {}
  const stands = inputOf(listed.kind, draftOf(listed))
  const set = Object.fromEntries(
    Object.entries(inputOf(listed.kind, draft)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(stands[field]),
    ),
  )
  if (listed.kind === 'clients' && set['contact'] && listed.record.contact) {
    // Fields that the form does not show stay unchanged.
    const { name, email, phone, mobile, primary } = listed.record.contact
    const typed = set['contact'] as { name: string; email: string }
    // A value that was only trimmed stays unchanged, too.
    const own = {
      name: typed.name === name.trim() ? name : typed.name,
      email: typed.email === email.trim() ? email : typed.email,
    }
    return { ...set, contact: { phone, mobile, primary, ...own } }
  }
  return set
}

/** Maps messages about the API's fields to the form's fields. */
export function textsOfForm(texts: FieldTexts): FieldTexts {
  const names: Readonly<Record<string, DraftField>> = {
    client_id: 'client',
    charge: 'amount',
    'contact.name': 'contactName',
    'contact.email': 'contactEmail',
    contact: 'contactName',
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, said]) => [names[name] ?? name, said]),
  )
}
