/**
 * State of the form for a record of any kind, with parsing and validation. Numbers stay as typed
 * until they are parsed.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { changedProblems } from '../../app/forms/changed-problems.ts'
import type { MessageKey } from '../../app/messages/index.ts'
import {
  formatAmountInput,
  otherCurrenciesInAmount,
  otherCurrencyInAmount,
  parseAmountInput,
  parseCountInput,
  readAmountInput,
} from '../../ui/amount-input.ts'
import type { ReferenceListItem, WritableListKind } from './reference-lists.ts'

export interface ReferenceDraft {
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
export type ReferenceDraftField = keyof ReferenceDraft

/** An unsaved form, kept for undo. */
export interface UnsavedReference {
  typed: ReferenceDraft
  /** The values before anything was typed. */
  before: ReferenceDraft
  /** The edited record as it was seen last; absent for a new one. */
  listed?: ReferenceListItem | undefined
  /** Fields whose conflicts are undecided. */
  conflicts: string[]
}

export const isSameReferenceDraft = (one: ReferenceDraft, other: ReferenceDraft): boolean =>
  (Object.keys(one) as ReferenceDraftField[]).every((field) => one[field] === other[field])
export type ReferenceDraftProblems = Partial<Record<ReferenceDraftField, MessageKey>>

/** The initial values of a new record. */
export const newReferenceDraft = (currency: string): ReferenceDraft => ({
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

export function toReferenceDraft({ kind, record }: ReferenceListItem): ReferenceDraft {
  const draft = { ...newReferenceDraft(''), name: record.name }
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

const currencyOf = ({ currency }: ReferenceDraft): string => currency.trim().toUpperCase()
const knownCurrency = (draft: ReferenceDraft): string | null => currencyOf(draft) || null
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** The fields that a problem is about, where they are several. */
const related = {
  rate: ['rate', 'currency'],
  amount: ['amount', 'currency'],
  contactName: ['contactName', 'contactEmail'],
  contactEmail: ['contactName', 'contactEmail'],
} as const

/**
 * Validates the draft: problems by field.
 * @param before the edited record as the form shows it untouched
 */
export function validateReferenceDraft(
  kind: WritableListKind,
  draft: ReferenceDraft,
  before?: ReferenceDraft,
): ReferenceDraftProblems {
  const problems: ReferenceDraftProblems = {}
  if (draft.name.trim() === '') problems.name = 'references.nameNeeded'
  if (kind === 'projects') {
    const increment = parseCountInput(draft.increment)
    if (increment === undefined || increment > 1440)
      problems.increment = 'references.incrementNeeded'
    if (draft.rate.trim() !== '') {
      const problem = amountProblem(draft.rate, draft)
      if (problem) problems.rate = problem
      else if (parseAmountInput(draft.rate, knownCurrency(draft))! < 0)
        problems.rate = 'references.amountNeeded'
    }
  }
  if (kind === 'charges') {
    const problem = amountProblem(draft.amount, draft)
    if (problem) problems.amount = problem
  }
  if ((kind === 'projects' || kind === 'charges') && !isCurrency(currencyOf(draft)))
    problems.currency = 'references.currencyNeeded'
  if (kind === 'clients') {
    const [name, email] = [draft.contactName.trim(), draft.contactEmail.trim()]
    if (name === '' && email !== '') problems.contactName = 'references.contactNeeded'
    if (name !== '' && email === '') problems.contactEmail = 'references.contactNeeded'
  }
  return changedProblems(problems, draft, before, related)
}

function amountProblem(text: string, draft: ReferenceDraft): MessageKey | undefined {
  const { problem } = readAmountInput(text, knownCurrency(draft))
  if (problem === 'unread') return 'references.amountNeeded'
  if (problem === undefined) return undefined
  return knownCurrency(draft) === null ? 'references.amountNoCurrency' : 'references.amountCurrency'
}

/** Lets the currency follow the amount or the rate: `$5` is in dollars. */
export function followCurrency(draft: ReferenceDraft, field: 'amount' | 'rate'): void {
  draft.currency = otherCurrencyInAmount(draft[field], knownCurrency(draft)) ?? draft.currency
}

/** What a message about the amount or the rate says about currencies. */
export const currenciesOf = (draft: ReferenceDraft, field: string) => ({
  stated: otherCurrenciesInAmount(
    field === 'rate' ? draft.rate : draft.amount,
    knownCurrency(draft),
  ),
  currency: currencyOf(draft),
})

/** Converts the draft to the call's input; only for a draft without problems. */
export function toReferenceInput(
  kind: WritableListKind,
  draft: ReferenceDraft,
): Record<string, unknown> {
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
export function changedReferenceFields(
  listed: ReferenceListItem,
  draft: ReferenceDraft,
): Record<string, unknown> {
  if (listed.kind === 'people') return {}
  const current = toReferenceInput(listed.kind, toReferenceDraft(listed))
  const set = Object.fromEntries(
    Object.entries(toReferenceInput(listed.kind, draft)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(current[field]),
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
export function toReferenceFieldTexts(texts: FieldTexts): FieldTexts {
  const names: Readonly<Record<string, ReferenceDraftField>> = {
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
