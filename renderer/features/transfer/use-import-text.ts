/** Texts of an import: button labels, status, and screen reader announcements. */
import { computed, watch, type ShallowRef } from 'vue'
import type { ImportPlan } from '#shared/ipc/transfer.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAnnouncerStore } from '../../app/stores/announcer.ts'
import { formatNumber } from '../../ui/format.ts'
import { missingChoiceOf } from './transfer-choices.ts'
import type { ImportStage } from './use-import.ts'

export function useImportText(
  stage: Readonly<ShallowRef<ImportStage>>,
  plan: Readonly<ShallowRef<ImportPlan | undefined>>,
) {
  const t = useTranslate()
  const live = useAnnouncerStore()

  const countOf = (count: number, what: 'ofEntries' | 'ofExpenses'): string =>
    t(`transfer.${what}`, {}, count)
  const counted = (times: number, expenses: number, key: 'make' | 'made'): string => {
    const [ofTimes, ofExpenses] = [countOf(times, 'ofEntries'), countOf(expenses, 'ofExpenses')]
    return times > 0 && expenses > 0
      ? t(`transfer.${key}Both`, { times: ofTimes, expenses: ofExpenses })
      : t(`transfer.${key}`, { what: expenses > 0 ? ofExpenses : ofTimes })
  }

  /** What has to be chosen before the file can be read. */
  const need = computed(() =>
    stage.value.is === 'stuck' ? missingChoiceOf(stage.value.why) : undefined,
  )
  const stuckText = computed(() => {
    if (stage.value.is !== 'stuck') return ''
    if (need.value === 'dates') {
      const date = stage.value.why?.values['date']
      return date === undefined ? t('transfer.needsDates') : t('transfer.needsOrder', { date })
    }
    return need.value === 'columns' ? t('transfer.needsColumns') : stage.value.text
  })
  const makeText = computed(() => {
    const { times = 0, expenses = 0 } = plan.value ?? {}
    return times + expenses === 0 ? t('transfer.import') : counted(times, expenses, 'make')
  })
  /** Why the import cannot start yet. */
  const whyNot = computed(() => {
    if (stage.value.is === 'reading') return t('transfer.whyReading')
    if (!plan.value || plan.value.times + plan.value.expenses === 0) {
      return t('transfer.whyNothing')
    }
    return plan.value.people.length > 0 ? t('transfer.whyPerson') : undefined
  })
  const makingText = computed(() =>
    stage.value.is === 'making'
      ? t('transfer.making', {
          done: formatNumber(stage.value.done),
          of: formatNumber(stage.value.of),
        })
      : '',
  )
  const madeText = computed(() =>
    stage.value.is === 'made'
      ? counted(stage.value.done.times, stage.value.done.expenses, 'made')
      : '',
  )

  function outcomeOf({ times, expenses, badCount, here, imported }: ImportPlan): string {
    const nothing = t(here + imported > 0 ? 'transfer.nothingNew' : 'transfer.nothingAtAll')
    const will = times + expenses === 0 ? nothing : counted(times, expenses, 'make')
    return badCount > 0 ? `${will}. ${t('transfer.bad')}: ${formatNumber(badCount)}` : will
  }

  /** Announces the result of parsing, and each quarter of the import. */
  let quarter = 0
  watch(stage, (now, before) => {
    if (now.is === 'stuck') live.say(`${t('transfer.stuck')}. ${stuckText.value}`)
    if (now.is === 'planned' && before.is === 'reading' && plan.value) {
      live.say(outcomeOf(plan.value))
    }
    if (now.is === 'making') {
      const reached = Math.floor((now.done / now.of) * 4)
      if (reached !== quarter && reached > 0 && reached < 4) live.say(makingText.value)
      quarter = reached
    }
  })

  return { need, stuckText, makeText, whyNot, makingText, madeText }
}
