/** The deliverer of webhooks beside a busy organisation. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertOrganisation } from '#core/store/resources/organisations.ts'
import type { Store } from '#core/store/open/open-store.ts'
import {
  claimWebhookDeliveries,
  dueDeliveries,
  forgetOldDeliveries,
  insertWebhookDeliveries,
  insertWebhookTarget,
} from '#core/store/service/webhook-deliveries.ts'
import { insertWebhook } from '#core/store/resources/webhooks.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { createRequestQueue } from '#service/request-queue.ts'
import { startDeliverer } from '#service/webhooks/deliverer.ts'
import type { WebhookSendOutcome } from '#service/webhooks/send-webhook.ts'
import { unwrap } from '#shared/errors.ts'
import { openPlanner } from '../support/plans.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { settableClock } from './settable-clock.ts'

const dated = { created_at: '2026-04-15 09:30:00', updated_at: '2026-04-15 09:30:00' }
const now = Date.UTC(2026, 3, 15, 9, 30)

let database: TestDatabase
let store: Store
beforeEach(async () => {
  database = await makeDatabase()
  store = unwrap(await openServiceDatabase(database.name, now))
})
afterEach(async () => {
  await store.close()
  await database.remove()
})

/** An organisation with webhooks at this host, to each of which a delivery is due. */
async function addDue(host: string, webhooks = 1): Promise<number> {
  return store.db.transaction().execute(async (trx) => {
    const organisation_id = await insertOrganisation(trx, { name: host, ...dated })
    for (let nth = 0; nth < webhooks; nth++) {
      const webhook_id = await insertWebhook(trx, {
        ...{ organisation_id, uri: `http://${host}/`, events: ['times.created'], ...dated },
      })
      await insertWebhookTarget(trx, { webhook_id, organisation_id, secret: 'whsec_x' })
      await insertWebhookDeliveries(trx, [
        {
          ...{ organisation_id, webhook_id, event_id: `${nth}`, event: 'times.created' },
          ...{ record_id: 1, body: '{}', queued_at: now, problem: null },
        },
      ])
    }
    return organisation_id
  })
}

const statesOf = async (organisation: number): Promise<string[]> => {
  const rows = await store.db
    .selectFrom('webhook_delivery')
    .select(['state', 'attempts'])
    .where('organisation_id', '=', organisation)
    .execute()
  return rows.map(({ state, attempts }) => `${state} ${attempts}`)
}

it('claims and settles deliveries in the queue of their organisation, which delays no other', async () => {
  const busy = await addDue('192.0.2.1')
  const quiet = await addDue('192.0.2.2')
  const turns = createRequestQueue({ all: 2, organisation: 1, waiting: 3 })
  /** Occupies the organisation's only slot. */
  const occupy = (organisation: number) => {
    const over = Promise.withResolvers<void>()
    const work = turns.run(organisation, () => over.promise)
    return () => (over.resolve(), work)
  }
  const freeBusy = occupy(busy)
  const sent: string[] = []
  const answer = Promise.withResolvers<WebhookSendOutcome>()
  const deliverer = startDeliverer({
    ...{ db: store.db, turns, log: { info() {}, warn() {} }, ...settableClock(now) },
    fraction: () => 0,
    send: ({ uri }) => {
      sent.push(uri)
      return answer.promise
    },
    allowPrivate: true,
  })
  await expect.poll(() => sent).toEqual(['http://192.0.2.2/'])
  expect(await statesOf(busy)).toEqual(['pending 0'])

  const freeQuiet = occupy(quiet)
  answer.resolve({ is: 'answer', status: 200 })
  await freeBusy()
  await expect.poll(() => statesOf(busy)).toEqual(['delivered 1'])
  expect(await statesOf(quiet)).toEqual(['pending 1'])
  await freeQuiet()
  await expect.poll(() => statesOf(quiet)).toEqual(['delivered 1'])
  expect(sent).toEqual(['http://192.0.2.2/', 'http://192.0.2.1/'])
  await deliverer.close()
})

it('considers a delivery before the second one of an organisation with older ones', async () => {
  const busy = await addDue('192.0.2.1', 3)
  const quiet = await addDue('192.0.2.2')
  const due = await dueDeliveries(store.db, now, 2)
  expect(due.map(({ organisation_id }) => organisation_id)).toEqual([busy, quiet])
})

it('reads nothing of other organisations to find, claim, and forget deliveries', async () => {
  const planner = await openPlanner(['model', 'service'])
  const plans = await planner.plansOf(async (db) => {
    await dueDeliveries(db, now, 200)
    await claimWebhookDeliveries(db, [1, 2], now, now + 1)
    await forgetOldDeliveries(db, 1, 1)
  })
  await planner.close()
  const steps = plans.flatMap((plan) => plan.split('\n'))
  expect(steps).toContain('SEARCH t USING INTEGER PRIMARY KEY (rowid=?)')
  // The names of tables are those of rows in the database, not of what is found in them.
  expect(steps.filter((step) => /^SCAN (t|w|d|webhook\w*)\b/.test(step))).toEqual([])
  expect(plans.at(-1)).toContain('webhook_delivery_by_webhook (organisation_id=? AND webhook_id=?')
})
