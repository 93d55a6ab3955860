/**
 * State shared by the "add" dialogs: a new record or one by the service's id, and messages by
 * field.
 */
import { computed, inject, type InjectionKey, type Ref, ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { toFailure } from '../stores/use-failure-toast.ts'
import { useDraft } from '../stores/drafts.ts'
import { useTranslate } from '../messages/index.ts'
import { useAppStore } from '../stores/app.ts'

type Texts = Record<string, string>

/** The initial state of an add dialog: a typed name, or all input of a reopened one. */
export interface AddReference {
  name: string
  typed?: Texts
}
/** The input of an add dialog that was closed unsaved, for undo to reopen. */
export interface LeftAdding {
  dialog: 'project' | 'client' | 'task' | 'charge'
  typed: Texts
}
/** The form name under which the dialog's owner reopens it; without the owner, the window does. */
export const addingDraft: InjectionKey<string> = Symbol('draft of an add dialog')

/** The choice between a new record and one by the service's id. */
export function useAddingWay() {
  const app = useAppStore()
  const way = ref<'new' | 'known'>('new')
  const remote = ref('')
  return {
    way,
    remote,
    remoteId: computed(() => (/^\d+$/.test(remote.value.trim()) ? Number(remote.value) : 0)),
    /** Without a service there are no ids of the service. */
    hasService: computed(() => app.account !== null && app.account.kind !== 'local'),
  }
}

/**
 * @param fields the inputs, by name
 * @param typed the unsaved input from when the dialog was open before
 */
export function useAddReference(
  dialog: LeftAdding['dialog'],
  fields: Record<string, Ref<string>>,
  typed: Texts = {},
) {
  const t = useTranslate()
  const { way, remote, remoteId, hasService } = useAddingWay()
  const problems = ref<FieldTexts>({})
  const trouble = ref('')

  const all = Object.entries({ ...fields, remote })
  const initial = new Map(all.map(([name, { value }]) => [name, value]))
  for (const [name, field] of all) field.value = typed[name] ?? field.value
  if (remote.value !== '') way.value = 'known'
  const { settled } = useDraft(
    [inject(addingDraft, ''), 'add'],
    () => {
      if (all.every(([name, { value }]) => value === initial.get(name))) return undefined
      return { dialog, typed: Object.fromEntries(all.map(([name, { value }]) => [name, value])) }
    },
    null,
  )

  let isAdding = false

  /**
   * Adds the record by the service's id, or creates a new one; a double press adds one. The core's
   * messages about fields appear at the fields, all others at the bottom.
   */
  async function add<Value>(calls: {
    known: (remote: number) => Promise<Value>
    fresh: () => Promise<Value>
  }): Promise<Value | undefined> {
    if (isAdding) return undefined
    if (way.value === 'known' && remoteId.value === 0) {
      problems.value = { remote: [t('add.idNeeded')] }
      return undefined
    }
    problems.value = {}
    trouble.value = ''
    isAdding = true
    try {
      const added = await (way.value === 'known' ? calls.known(remoteId.value) : calls.fresh())
      settled()
      return added
    } catch (thrown) {
      const failure = toFailure(thrown)
      problems.value = failure.fields ?? {}
      if (!failure.fields) trouble.value = failure.message
      return undefined
    } finally {
      isAdding = false
    }
  }

  return {
    way,
    remote,
    remoteId,
    problems,
    trouble,
    problemOf: (field: string) => problems.value[field]?.[0],
    hasService,
    add,
  }
}

export type AddingForm = ReturnType<typeof useAddReference>
