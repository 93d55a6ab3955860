/** What the two "add" dialogs share: new here or by the service's id, and sentences per field. */
import { computed, ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { failureOf } from '../failures.ts'
import { useApp } from '../stores/app.ts'

export function useAdding() {
  const app = useApp()
  const way = ref<'new' | 'known'>('new')
  const remote = ref('')
  const problems = ref<FieldTexts>({})
  const trouble = ref('')

  const remoteId = computed(() => (/^\d+$/.test(remote.value.trim()) ? Number(remote.value) : 0))

  /** Runs the call; what the core says about fields goes to the fields, the rest to the foot. */
  async function attempt<Value>(run: () => Promise<Value>): Promise<Value | undefined> {
    problems.value = {}
    trouble.value = ''
    try {
      return await run()
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
    attempt,
  }
}
