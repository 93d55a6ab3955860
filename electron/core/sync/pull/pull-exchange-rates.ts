/** Pulls exchange rates, where the service has reference endpoints (docs/API.md, Expenses). */
import { wirePage } from '#shared/resources/page.ts'
import { rateWire, type RateWire } from '#shared/resources/rate.ts'
import { replaceRates } from '../../store/resources/exchange-rates.ts'
import {
  commitSync,
  isRecordFailure,
  toSyncFailure,
  type SyncContext,
  type SyncFailure,
} from '../pass/sync-context.ts'

const limit = 100

/**
 * Replaces the organisation's rates as a whole: only a list that was read in full shows that a rate
 * was deleted. Without rates, only the service can price expenses in other currencies.
 */
export async function pullExchangeRates(context: SyncContext): Promise<SyncFailure | null> {
  const rates = new Map<number, RateWire>()
  for (let page = 1; ; page++) {
    const answer = await context.client.get('/rates', { limit, page })
    if (answer.is !== 'applied') {
      const failure = toSyncFailure(answer)
      return isRecordFailure(failure) ? null : failure
    }
    const envelope = wirePage.safeParse(answer.body)
    if (!envelope.success) return null
    const before = rates.size
    for (const item of envelope.data.data) {
      const read = rateWire.safeParse(item)
      if (!read.success) return null
      rates.set(read.data.id, read.data)
    }
    if (page < envelope.data.last_page && rates.size > before) continue
    if (rates.size === envelope.data.total) {
      await commitSync(context, ({ trx }) =>
        replaceRates(trx, context.organisation, [...rates.values()]),
      )
    }
    return null
  }
}
