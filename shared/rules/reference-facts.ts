/**
 * What tells projects, clients, tasks and charges of one name apart. Matching compares it on both
 * sides: what it suggests agrees in all of it (docs/decisions/2026-11-21-matching.md).
 */
import { fold } from './search-text.ts'

/** Null where the kind has no such field, or nothing is known. */
export interface ReferenceFacts {
  /** Name of a project's client; empty for internal work. */
  client: string | null
  /** Smallest unit of the currency: a charge per `unit`, or a project's rate. */
  price: number | null
  unit: string | null
  currency: string | null
  /** Minutes. */
  increment: number | null
}

const fields = ['client', 'price', 'unit', 'currency', 'increment'] as const

/** The fields that are known on both sides and differ. */
export const differingFacts = (
  mine: ReferenceFacts,
  theirs: ReferenceFacts,
): (keyof ReferenceFacts)[] =>
  fields.filter((field) => {
    const [one, other] = [mine[field], theirs[field]]
    return one !== null && other !== null && fold(String(one)) !== fold(String(other))
  })

/** The columns of a record that its facts are read from; absent where its kind has none. */
interface ReferenceColumns {
  type?: string
  client?: { name: string } | null
  rate?: number
  charge?: number
  unit?: string
  currency?: string | null
  increment?: number
}

export const factsOf = (record: ReferenceColumns): ReferenceFacts => ({
  client: record.type === 'internal' ? '' : (record.client?.name ?? null),
  // No rate of 0 is agreed upon: the project has none, or the service does not report it.
  price: record.charge ?? (record.rate || null),
  unit: record.unit ?? null,
  currency: record.currency ?? null,
  increment: record.increment ?? null,
})
