/**
 * Merges changes into a form whose record changes while it is open, by sync or in another window.
 * Fields that the person did not edit follow the record. Where both changed a field, the form shows
 * both values until the person decides (docs/decisions/2026-11-24-concurrent-edits.md).
 */
import { computed, toRaw } from 'vue'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import { changeOf, type Sides } from '#shared/rules/three-way.ts'
import { useOwnAccount } from '../stores/drafts.ts'
import { toFailure } from '../stores/use-failure-toast.ts'
import { useLiveQuery } from '../stores/live-query.ts'

/** Fields of a form that are only meaningful together; the first one names the group. */
export type FormFieldGroup<Draft> = readonly [keyof Draft & string, ...(keyof Draft & string)[]]

/** A form of a record. */
export interface RecordForm<Recorded, Draft> {
  draft: Draft
  /** The draft when the form was opened, or when it last followed the record. */
  before: Draft
  /** The record as the person saw it; undefined for a new one. */
  record?: Recorded | undefined
  /** Names of the groups in conflict, until the person decides. */
  conflicts: string[]
  /** True when the record is gone and the person has not decided about the form. */
  isGone?: boolean
}

/** Returns a copy of the form's state, with which it can be reopened later. */
export const leftForm = <Recorded, Draft extends object>(
  form: RecordForm<Recorded, Draft>,
): RecordForm<Recorded, Draft> => ({
  ...toRaw(form),
  draft: { ...toRaw(form.draft) },
  conflicts: [...form.conflicts],
})

/** A group of fields, and how its conflict is shown. */
export interface ConflictField<Draft> {
  fields: FormFieldGroup<Draft>
  label: () => string
  text: (draft: Draft) => string
}

/** A conflict, ready to be shown. */
export interface ShownConflict {
  group: string
  label: string
  mine: string
  theirs: string
}

/** The name of a record by its local id; undefined for null or an unknown record. */
export const nameByLocal = (
  known: readonly { local: number; name: string }[],
  local: number | null,
): string | undefined => known.find((one) => one.local === local)?.name

/** The fields of a group with another draft's values. */
const valuesIn = <Draft extends object>(draft: Draft, group: readonly (keyof Draft)[]) =>
  Object.fromEntries(group.map((field) => [field, draft[field]])) as Partial<Draft>

/** Updates a form to the record's current values, and marks conflicts. */
export function followRecord<Recorded, Draft extends object>(
  form: RecordForm<Recorded, Draft>,
  now: { record: Recorded; draft: Draft },
  groups: readonly FormFieldGroup<Draft>[],
): void {
  const sides = { base: form.before, mine: form.draft, theirs: now.draft }
  for (const fields of groups) {
    const [name] = fields
    const change = changeOf({ fields }, sides)
    if (change === 'theirs') {
      form.draft = { ...form.draft, ...valuesIn(now.draft, fields) }
    } else if (change === 'same') {
      form.conflicts = form.conflicts.filter((other) => other !== name)
    } else if (change === 'both' && !form.conflicts.includes(name)) {
      form.conflicts = [...form.conflicts, name]
    }
  }
  form.before = now.draft
  form.record = now.record
}

/**
 * The visible conflicts of a form, and the person's decisions.
 * @param form the open form, if there is one
 */
export function useConflictList<Recorded, Draft extends object>(
  form: () => RecordForm<Recorded, Draft> | undefined,
  fields: readonly ConflictField<Draft>[],
) {
  function decided(name: string) {
    const open = form()
    if (open) open.conflicts = open.conflicts.filter((other) => other !== name)
  }
  return {
    conflicts: computed<readonly ShownConflict[]>(() => {
      const open = form()
      return fields
        .filter((group) => open?.conflicts.includes(group.fields[0]))
        .map(({ fields: [group], label, text }) => ({
          group,
          label: label(),
          mine: text(open!.draft),
          theirs: text(open!.before),
        }))
    }),
    /** Keeps the form's value, which overwrites the record's when it is saved. */
    keepMine: decided,
    useTheirs(name: string) {
      const open = form()
      const group = fields.find((one) => one.fields[0] === name)
      if (!open || !group) return
      open.draft = { ...open.draft, ...valuesIn(open.before, group.fields) }
      decided(name)
    },
  }
}

/**
 * Keeps a form up to date with its record.
 * @param form the open form, if there is one
 * @param read reads the record's current values
 */
export function useFormConflicts<Recorded extends { local: number }, Draft extends object>({
  form,
  fields,
  read,
  draftOf,
  merge,
  concerns,
}: {
  form: () => RecordForm<Recorded, Draft> | undefined
  fields: readonly ConflictField<Draft>[]
  /** Fails with `not-found`, or returns undefined, where the record is gone. */
  read: (local: number) => Promise<Recorded | undefined>
  draftOf: (record: Recorded) => Draft
  /** Merges fields in which both changes can be kept, such as a list of members. */
  merge?: (sides: Sides<Draft>) => Partial<Draft>
  concerns: (event: CoreEvent) => boolean
}) {
  const groups = fields.map((group) => group.fields)
  const own = useOwnAccount()
  const readIfThere = (local: number) =>
    read(local).catch((thrown: unknown) => {
      if (toFailure(thrown).code === 'not-found') return undefined
      throw thrown
    })
  const refresh = useLiveQuery(async () => {
    const open = form()
    if (!open?.record) return
    const record = await readIfThere(open.record.local)
    // In another account the same id is another record.
    if (form() !== open || !own.isOpen()) return
    open.isGone = record === undefined
    if (record === undefined) return
    const now = { record, draft: draftOf(record) }
    const merged = merge?.({ base: open.before, mine: open.draft, theirs: now.draft })
    if (merged) open.draft = { ...open.draft, ...merged }
    followRecord(open, now, groups)
  }, concerns)
  return {
    refresh,
    ...useConflictList(form, fields),
    isGone: computed(() => form()?.isGone === true),
    /** Turns the form of a record that is gone into one that creates a new record. */
    keepAsNew() {
      const open = form()
      if (open) Object.assign(open, { record: undefined, isGone: false, conflicts: [] })
    },
  }
}
