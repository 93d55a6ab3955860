/** What the "add" dialogs share: new here or by the service's id, and sentences per field. */
import { computed, ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { failureOf } from '../failures.ts'
import { useWords } from '../messages/index.ts'
import { useApp } from '../stores/app.ts'

export function useAdding() {
  const app = useApp()
  const say = useWords()
  const way = ref<'new' | 'known'>('new')
  const remote = ref('')
  const problems = ref<FieldTexts>({})
  const trouble = ref('')

  const remoteId = computed(() => (/^\d+$/.test(remote.value.trim()) ? Number(remote.value) : 0))

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
      return await (way.value === 'known' ? calls.known(remoteId.value) : calls.fresh())
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
    /** Without a service nothing has a service's id. */
    hasService: computed(() => app.account !== null && app.account.kind !== 'local'),
    add,
  }
}

export type Adding = ReturnType<typeof useAdding>
