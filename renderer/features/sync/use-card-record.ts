/** Reads the record of a card, for details that the card lacks. */
import { computed, shallowRef, watch } from 'vue'
import type { InboxCard } from '#shared/resources/inbox-card.ts'
import type { Expense } from '#shared/resources/expense.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { FailureError } from '#shared/errors.ts'
import { useTranslateCore, useTranslate } from '../../app/messages/index.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatShortDay } from '../../ui/format.ts'

const firstLine = (notes: string | null): string => notes?.trim().split('\n', 1)[0] ?? ''

export function useCardRecord(card: () => InboxCard) {
  const client = useIpcClient()
  const t = useTranslate()
  const translateCore = useTranslateCore()
  const time = shallowRef<TimeEntry>()
  const expense = shallowRef<Expense>()

  async function read({ resource, local }: InboxCard) {
    if (local === null) return
    try {
      if (resource === 'time') time.value = await client.call('times.show', { local })
      if (resource === 'expense') expense.value = await client.call('expenses.show', { local })
    } catch (thrown) {
      // The record was deleted in the meantime: the card will disappear, too.
      if (!(thrown instanceof FailureError)) throw thrown
    }
  }
  watch(card, read, { immediate: true })

  /** The record's most memorable text first, then its kind and date. */
  const name = computed(() => {
    const record = time.value ?? expense.value
    if (!record) return translateCore(card().title)
    const words = time.value
      ? [firstLine(time.value.notes), time.value.task?.name ?? t('entry.noTask')]
      : [expense.value?.name]
    return [...words, formatShortDay(record.date)].filter(Boolean).join(' · ')
  })
  const project = computed(() => (time.value ?? expense.value)?.project ?? null)
  return { time, expense, name, project }
}
