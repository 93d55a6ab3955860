/**
 * Detects conflicts in a form that changes several records at once, while some of them change
 * elsewhere. A field that is not filled in follows the records; a filled-in field keeps the values
 * that the person saw, so that nothing is overwritten unseen.
 */
import { computed, ref, watch } from 'vue'
import { conflictingFields, wasOf } from '#shared/rules/concurrent-edits.ts'

/** A filled-in field of which some records were changed elsewhere as well. */
export interface BatchConflict<Name> {
  field: Name
  /** The records with their current values. */
  records: { local: number; value: unknown }[]
}

/**
 * @param records the current records
 * @param set what the form would change
 * @param kept the values that the person had seen when the form was open before
 */
export function useBatchConflicts<Recorded extends { local: number }, Fields extends object>({
  records,
  fieldsOf,
  set,
  kept,
}: {
  records: () => readonly Recorded[]
  fieldsOf: (record: Recorded) => Fields
  set: () => Readonly<Partial<Record<keyof Fields, unknown>>>
  kept?: ReadonlyMap<number, Fields> | undefined
}) {
  const seen = ref(new Map<number, Fields>(kept))
  const seenOf = (record: Recorded): Fields =>
    (seen.value.get(record.local) as Fields | undefined) ?? fieldsOf(record)
  watch(
    records,
    (now) => {
      const filledIn = set()
      seen.value = new Map(
        now.map((record) => [
          record.local,
          { ...fieldsOf(record), ...wasOf(filledIn, seenOf(record)) },
        ]),
      )
    },
    { immediate: true },
  )

  const conflicts = computed(() => {
    const found = new Map<keyof Fields & string, BatchConflict<keyof Fields & string>['records']>()
    for (const record of records()) {
      const now = fieldsOf(record)
      for (const field of conflictingFields(set(), seenOf(record), now)) {
        const others = found.get(field) ?? []
        found.set(field, [...others, { local: record.local, value: now[field] }])
      }
    }
    return [...found].map(([field, conflicted]) => ({ field, records: conflicted }))
  })

  return {
    /** The values of each record that the person saw. */
    seen,
    conflicts,
    /** The records for a call, each with the values of the set fields that the person saw. */
    edits: (): { local: number; was: Partial<Fields> }[] =>
      records().map((record) => ({ local: record.local, was: wasOf(set(), seenOf(record)) })),
    /** Resolves a conflict: the filled-in value overwrites the current ones. */
    keepMine(field: string) {
      const conflict = conflicts.value.find((one) => one.field === field)
      for (const { local, value } of conflict?.records ?? []) {
        const fields = seen.value.get(local)
        if (fields) seen.value.set(local, { ...fields, [field]: value })
      }
    },
  }
}
