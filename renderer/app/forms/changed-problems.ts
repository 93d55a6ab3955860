/** What prevents saving a form: only what was changed in it. */

/**
 * Returns the problems of fields that differ from the record as the form shows it untouched: what a
 * service has may be nothing that could be typed here, and is not sent.
 * @param before undefined for a new record, which is sent whole
 * @param related the fields of the form that a problem is about, where it is not the one of its name
 */
export function changedProblems<Problems extends object, Draft extends object>(
  problems: Problems,
  draft: Draft,
  before: Draft | undefined,
  related: { readonly [Field in keyof Problems]?: readonly (keyof Draft)[] },
): Partial<Problems> {
  if (!before) return problems
  const isChanged = (field: string) => {
    const names = related[field as keyof Problems] ?? [field as keyof Draft]
    return names.some((name) => draft[name] !== before[name])
  }
  const changed = Object.entries(problems).filter(([field]) => isChanged(field))
  return Object.fromEntries(changed) as Partial<Problems>
}
