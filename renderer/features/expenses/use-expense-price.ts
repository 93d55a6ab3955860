/** The price of the expense form's draft: the unit price, the currencies, and the total. */
import { computed, ref, type Ref, watch } from 'vue'
import type { Expense } from '#shared/resources/expense.ts'
import { plainNumber } from '#shared/rules/money.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useChargesStore } from '../../app/stores/charges.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatDecimalInput } from '../../ui/amount-input.ts'
import { totalPriceOfDraft, unitPriceOfDraft } from './draft-price.ts'
import { readDraftCost, readDraftRate, type ExpenseDraft } from './expense-draft.ts'
import { formatAmountOf } from './expense-totals.ts'
import { oneOffCurrency } from './one-off-currency.ts'

/**
 * @param project the draft's project, as far as it is known
 * @param expense the edited expense, as it was seen last
 */
export function useExpensePrice(
  draft: Ref<ExpenseDraft>,
  project: Readonly<Ref<{ local: number; currency: string | null } | undefined>>,
  expense: Readonly<Ref<Expense | undefined>>,
) {
  const t = useTranslate()
  const client = useIpcClient()
  const charges = useChargesStore()
  const attempt = useFailureToast()
  const app = useAppStore()

  const charge = computed(() => charges.charges.find(({ local }) => local === draft.value.charge))
  const currency = computed(() => oneOffCurrency(expense.value, project.value ?? null))
  const projectCurrency = computed(() => project.value?.currency ?? null)

  const each = computed(() =>
    unitPriceOfDraft(draft.value, charge.value, expense.value, { currency: currency.value }),
  )
  /** The currencies between which the person gives the rate: without a service, no one else does. */
  const ownPair = computed(() => {
    const [from, to] = [each.value?.currency, projectCurrency.value]
    const isOwn = app.account?.kind === 'local' && draft.value.way === 'list'
    return isOwn && from && to && from !== to ? { from, to } : undefined
  })
  const money = computed(() => ({
    currency: currency.value,
    hasOwnRate: ownPair.value !== undefined,
  }))
  /** From the charge's currency to the project's; null where none is known. */
  const known = ref<string | null>('1')
  const rate = computed(() => (ownPair.value ? (readDraftRate(draft.value) ?? null) : known.value))
  /** The rate that was filled in without the person. */
  const suggested = ref<string>()
  /** The currencies that the rate in the form is between. */
  let ratedPair: string | undefined
  watch(
    [() => each.value?.currency ?? null, projectCurrency],
    async ([from, to]) => {
      const pair = ownPair.value && `${from} ${to}`
      const isNewPair = pair !== undefined && pair !== ratedPair
      if (isNewPair) {
        if (ratedPair !== undefined) draft.value.exchangeRate = ''
        ratedPair = pair
      }
      // The agreed exchange rate stays, on a project in the same currency.
      const before = expense.value
      const keepsCharge = before?.charge && before.charge.local === draft.value.charge
      if (keepsCharge && before.project?.currency === to && before.exchange_rate !== null) {
        known.value = plainNumber(before.exchange_rate)
      } else if (from === null || to === null || from === to) {
        known.value = '1'
      } else {
        const answer = await attempt(() => client.call('expenses.exchangeRate', { from, to }))
        known.value = answer?.value ?? null
      }
      const isEmpty = draft.value.exchangeRate === ''
      if (isNewPair && pair === ratedPair && isEmpty && known.value !== null) {
        draft.value.exchangeRate = suggested.value = formatDecimalInput(known.value)
      }
    },
    { immediate: true },
  )
  const price = computed(() =>
    totalPriceOfDraft(draft.value, each.value, projectCurrency.value ?? currency.value, rate.value),
  )
  const cost = computed(() => readDraftCost(draft.value))

  const unit = computed(() =>
    draft.value.way === 'list'
      ? (charge.value?.unit ?? (expense.value?.charge ? (expense.value.unit ?? '') : ''))
      : draft.value.unit.trim(),
  )
  /** The agreed price, where the charge has another price by now. */
  const chargeHint = computed(() => {
    const { way } = draft.value
    if (way !== 'list' || !each.value || charge.value?.charge === each.value.amount) return ''
    const amount = formatAmountOf(each.value.amount, each.value.currency)
    return t('expenses.agreed', {
      price: unit.value ? t('charge.per', { amount, unit: unit.value }) : amount,
    })
  })

  return {
    currency,
    projectCurrency,
    money,
    each,
    price,
    cost,
    unit,
    chargeHint,
    ownPair,
    suggested,
  }
}
