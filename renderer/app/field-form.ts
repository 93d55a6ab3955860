/**
 * What forms share: a field is commented on after it was left and not while one types in it, what
 * the core refuses stands under its field, and the first field in question gets the focus.
 */
import { nextTick, ref, type Ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { focusUnread } from '../ui/field-complaint.ts'
import { isFocusFree } from '../ui/focus.ts'
import { failureOf } from './failures.ts'
import type { MessageKey } from './messages/index.ts'

type Problems<Field extends string> = Partial<Record<Field, MessageKey>>

/** What a `TextField` shows of the form, and tells it. */
export interface BoundField {
  problem: string | undefined
  onTyping: () => void
  onLeave: () => void
}

export function useFieldForm<Field extends string>({
  form,
  problems,
  words,
  textsOfForm,
}: {
  form: Ref<HTMLElement | undefined>
  /** What cannot be saved as it stands, by field. */
  problems: Readonly<Ref<Problems<Field>>>
  /** The sentence about a problem of a field. */
  words: (problem: MessageKey, field: Field) => string
  /** The core's texts about the API's fields, under the form's names of them. */
  textsOfForm: (texts: FieldTexts) => FieldTexts
}) {
  /** Fields that were left since they were last typed in: only those are commented on. */
  const left = ref(new Set<string>())
  /** What the core said about fields when it was asked to save. */
  const refused = ref<FieldTexts>({})
  const trouble = ref('')

  function problemOf(field: Field): string | undefined {
    const own = left.value.has(field) ? problems.value[field] : undefined
    return own ? words(own, field) : refused.value[field]?.[0]
  }
  function leave(...fields: Field[]) {
    for (const field of fields) {
      left.value.add(field)
      delete refused.value[field]
    }
  }
  function typing(field: Field) {
    left.value.delete(field)
    delete refused.value[field]
  }
  /** Takes what stands in the field that has the focus, which nobody left yet; and answers it. */
  function settle(): HTMLInputElement | undefined {
    const active = document.activeElement
    if (!(active instanceof HTMLInputElement) || !form.value?.contains(active)) return undefined
    active.blur()
    return active
  }
  /** The first field in question gets the focus; where none is, the one that had it. */
  async function focusProblem(typing: HTMLInputElement | undefined) {
    await nextTick()
    const problem = form.value?.querySelector<HTMLElement>('[aria-invalid]')
    if (problem) problem.focus()
    else if (isFocusFree()) typing?.focus()
  }

  /** Until the core has answered: the same keys pressed twice do not save twice. */
  const saving = ref(false)
  /**
   * Saves what stands in the form, unless a field is in question.
   * @param send what is asked of the core, with the draft as it stands after the last field
   * @param reread reads the record again, which had changed in the meantime
   * @returns true when it is saved
   */
  async function save(
    send: () => Promise<void>,
    reread?: () => Promise<unknown>,
  ): Promise<boolean> {
    if (saving.value) return false
    const typing = settle()
    trouble.value = ''
    refused.value = {}
    const found = Object.keys(problems.value) as Field[]
    if (found.length > 0) {
      leave(...found)
      await focusProblem(typing)
      return false
    }
    saving.value = true
    try {
      await nextTick()
      if (focusUnread(form.value)) return false
      await send()
      return true
    } catch (thrown) {
      const failure = failureOf(thrown)
      const isStale = failure.code === 'stale'
      if (isStale) await reread?.()
      else refused.value = textsOfForm(failure.fields ?? {})
      if (isStale || !failure.fields) trouble.value = failure.message
      await focusProblem(typing)
      return false
    } finally {
      saving.value = false
    }
  }

  /** What the component of a field is bound to. */
  const fieldOf = (field: Field): BoundField => ({
    problem: problemOf(field),
    onTyping: () => typing(field),
    onLeave: () => leave(field),
  })

  return { trouble, problemOf, leave, typing, fieldOf, saving, save }
}
