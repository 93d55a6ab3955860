/**
 * State that all forms share: a field is validated after the person leaves it and not while typing,
 * the core's messages appear below their fields, and the first field with a problem gets the focus.
 */
import { nextTick, ref, type Ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { focusUnread } from '../../ui/field-complaint.ts'
import { isFocusFree } from '../../ui/watch-focus.ts'
import { toFailure } from '../stores/use-failure-toast.ts'
import type { MessageKey } from '../messages/index.ts'

type Problems<Field extends string> = Partial<Record<Field, MessageKey>>

/** The props and listeners of a `TextField`. */
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
  /** The problems that prevent saving, by field. */
  problems: Readonly<Ref<Problems<Field>>>
  /** The message for a problem of a field. */
  words: (problem: MessageKey, field: Field) => string
  /** Maps the core's messages about the API's fields to the form's names of the fields. */
  textsOfForm: (texts: FieldTexts) => FieldTexts
}) {
  /** Fields that lost focus since they were last edited; only these show their problems. */
  const left = ref(new Set<string>())
  /** The core's messages from the last attempt to save, by field. */
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
  /** Blurs the focused field, so that its input takes effect, and returns the field. */
  function settle(): HTMLInputElement | undefined {
    const active = document.activeElement
    if (!(active instanceof HTMLInputElement) || !form.value?.contains(active)) return undefined
    active.blur()
    return active
  }
  /** Focuses the first field with a problem; without one, the field that had the focus. */
  async function focusProblem(typing: HTMLInputElement | undefined) {
    await nextTick()
    const problem = form.value?.querySelector<HTMLElement>('[aria-invalid]')
    if (problem) problem.focus()
    else if (isFocusFree()) typing?.focus()
  }

  /** True until the core has replied, so that pressing the keys twice does not save twice. */
  const saving = ref(false)
  /**
   * Saves the form, unless a field has a problem.
   * @param send calls the core, after the focused field's input has taken effect
   * @param reread reads the record again when it had changed in the meantime
   * @returns true when it was saved
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
      const failure = toFailure(thrown)
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

  /** The binding of a field's component. */
  const fieldOf = (field: Field): BoundField => ({
    problem: problemOf(field),
    onTyping: () => typing(field),
    onLeave: () => leave(field),
  })

  return { trouble, problemOf, leave, typing, fieldOf, saving, save }
}
