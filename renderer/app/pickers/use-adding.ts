/** What the "add" dialogs share: new here or by the service's id, and sentences per field. */
import { computed, inject, type InjectionKey, type Ref, ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { failureOf } from '../failures.ts'
import { useDraft } from '../drafts.ts'
import { useWords } from '../messages/index.ts'
import { useApp } from '../stores/app.ts'

type Texts = Record<string, string>

/** An add dialog that is to be opened: for a name that was typed, or again with all that was. */
export interface Adding {
  name: string
  typed?: Texts
}
/** A dialog that was left, as it comes back by undo. */
export interface LeftAdding {
  dialog: 'project' | 'client' | 'task' | 'charge'
  typed: Texts
}
/** Name under which whoever shows the dialog opens it again; when that is gone, the window does. */
export const addingDraft: InjectionKey<string> = Symbol('draft of an add dialog')

/** New here, or known to the service by its id. */
export function useAddingWay() {
  const app = useApp()
  const way = ref<'new' | 'known'>('new')
  const remote = ref('')
  return {
    way,
    remote,
    remoteId: computed(() => (/^\d+$/.test(remote.value.trim()) ? Number(remote.value) : 0)),
    /** Without a service nothing has a service's id. */
    hasService: computed(() => app.account !== null && app.account.kind !== 'local'),
  }
}

/**
 * @param fields what is typed, by name
 * @param typed what was typed when it was open before; it was not saved
 */
export function useAdding(
  dialog: LeftAdding['dialog'],
  fields: Record<string, Ref<string>>,
  typed: Texts = {},
) {
  const say = useWords()
  const { way, remote, remoteId, hasService } = useAddingWay()
  const problems = ref<FieldTexts>({})
  const trouble = ref('')

  const all = Object.entries({ ...fields, remote })
  const stood = new Map(all.map(([name, { value }]) => [name, value]))
  for (const [name, field] of all) field.value = typed[name] ?? field.value
  if (remote.value !== '') way.value = 'known'
  const { settled } = useDraft(
    [inject(addingDraft, ''), 'add'],
    () => {
      if (all.every(([name, { value }]) => value === stood.get(name))) return undefined
      return { dialog, typed: Object.fromEntries(all.map(([name, { value }]) => [name, value])) }
    },
    null,
  )

  /**
   * Adds what the service knows by its id, or what was typed. What the core says about fields goes
   * to the fields, the rest to the foot.
   */
  async function add<Value>(calls: {
    known: (remote: number) => Promise<Value>
    fresh: () => Promise<Value>
  }): Promise<Value | undefined> {
    if (way.value === 'known' && remoteId.value === 0) {
      problems.value = { remote: [say('add.idNeeded')] }
      return undefined
    }
    problems.value = {}
    trouble.value = ''
    try {
      const added = await (way.value === 'known' ? calls.known(remoteId.value) : calls.fresh())
      settled()
      return added
    } catch (thrown) {
      const failure = failureOf(thrown)
      problems.value = failure.fields ?? {}
      if (!failure.fields) trouble.value = failure.message
      return undefined
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

export type AddingForm = ReturnType<typeof useAdding>
