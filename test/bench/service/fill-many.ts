/** A service of many organisations, one of which has much more than the others and many tokens. */
import { createSystemClock } from '#core/node/clock.ts'
import { insertOrganisation } from '#core/store/resources/organisations.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { insertToken } from '#core/store/service/tokens.ts'
import { insertUser } from '#core/store/resources/users.ts'
import type { Trx } from '#core/store/database/db.ts'
import {
  deleteWebhookTarget,
  insertWebhookDeliveries,
  insertWebhookTarget,
} from '#core/store/service/webhook-deliveries.ts'
import { deleteWebhook, insertWebhook, listWebhooks } from '#core/store/resources/webhooks.ts'
import { hashAccessToken, makeAccessToken } from '#service/access-token.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { unwrap } from '#shared/errors.ts'
import type { Account } from './requests.ts'

const now = Date.UTC(2026, 10, 20, 16)
const at = '2026-11-20 16:00:00'
const dated = { created_at: at, updated_at: at }

export interface Many {
  others: Account[]
  /** One account for each of its tokens; all are of one organisation. */
  hostile: Account[]
  /** Id of its organisation. */
  hostileOrganisation: number
}

export interface Sizes {
  organisations: number
  /** Entries of each of them. */
  times: number
  /** Where the others' webhooks lead, one of each. */
  receiver: string
  /** Entries of the hostile one, and its members. */
  hostile: { times: number; members: number }
}

export async function fillMany(database: string, sizes: Sizes): Promise<Many> {
  const { db, close } = unwrap(await openServiceDatabase(database, now))
  const inPieces = async (count: number, work: (trx: Trx, nth: number) => Promise<void>) => {
    for (let from = 0; from < count; from += 50) {
      await db.transaction().execute(async (trx) => {
        for (let nth = from; nth < Math.min(count, from + 50); nth++) await work(trx, nth)
      })
    }
  }
  const organisation = async (trx: Trx, name: string, members: number) => {
    const id = await insertOrganisation(trx, { name, ...dated })
    const users: number[] = []
    const tokens: string[] = []
    for (let nth = 0; nth < members; nth++) {
      const email = `${nth}@${name.replaceAll(' ', '-').toLowerCase()}.example`
      const user = await insertUser(trx, {
        ...{ organisation_id: id, name: `Member ${nth}`, email, owner: nth === 0, ...dated },
      })
      const token = makeAccessToken()
      const hash = hashAccessToken(token)
      await insertToken(trx, { organisation_id: id, user_id: user, hash, created_at: at })
      users.push(user)
      tokens.push(token)
    }
    const projects: number[] = []
    const tasks: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      const project = { name: `Project ${nth}`, code: `P${nth}`, increment: 15, rate: 12_000 }
      const more = { currency: 'NZD', type: 'internal', start_date: '2026-01-01' } as const
      projects.push(
        await insertProject(trx, {
          organisation_id: id,
          client_id: null,
          ...project,
          ...more,
          ...dated,
        }),
      )
      tasks.push(await insertTask(trx, { organisation_id: id, name: `Task ${nth}`, ...dated }))
    }
    return { id, users, tokens, projects, tasks, times: [] as number[] }
  }
  type Made = Awaited<ReturnType<typeof organisation>>
  const addTime = async (trx: Trx, made: Made, nth: number) => {
    const { id, users, projects, tasks } = made
    made.times.push(
      await insertTime(trx, {
        ...{ organisation_id: id, user_id: users[0]!, ...dated },
        project_id: projects[nth % projects.length]!,
        task_id: tasks[nth % tasks.length]!,
        date: new Date(now - Math.floor(nth / 8) * 86_400_000).toISOString().slice(0, 10),
        start: 480 + (nth % 8) * 60,
        ...{ quantity: 1 + (nth % 4), increment: 15, rate: 12_000, currency: 'NZD' },
        notes: `homepage hero, round ${nth}`,
      }),
    )
  }
  const others: Made[] = []
  await inPieces(sizes.organisations - 1, async (trx, nth) => {
    const made = await organisation(trx, `Studio ${nth}`, 1)
    await addWebhook(trx, made.id, sizes.receiver)
    for (let entry = 0; entry < sizes.times; entry++) await addTime(trx, made, entry)
    others.push(made)
  })
  let hostile!: Made
  await inPieces(1, async (trx) => {
    hostile = await organisation(trx, 'Hostile', sizes.hostile.members)
  })
  await inPieces(Math.ceil(sizes.hostile.times / 100), async (trx, piece) => {
    for (let nth = piece * 100; nth < Math.min(sizes.hostile.times, (piece + 1) * 100); nth++) {
      await addTime(trx, hostile, nth)
    }
  })
  await close()
  const accountsOf = ({ tokens, projects, tasks, times }: Made): Account[] =>
    tokens.map((token) => ({ token, projects, tasks, times }))
  return {
    others: others.flatMap(accountsOf),
    hostile: accountsOf(hostile),
    hostileOrganisation: hostile.id,
  }
}

async function addWebhook(trx: Trx, organisation_id: number, uri: string): Promise<number> {
  const webhook = { organisation_id, uri, events: ['times.created'], ...dated }
  const webhook_id = await insertWebhook(trx, webhook)
  await insertWebhookTarget(trx, { webhook_id, organisation_id, secret: 'whsec_x' })
  return webhook_id
}

/** As many webhooks as an organisation may have, and deliveries that are due. */
const most = { webhooks: 50, deliveries: 5_000 }

/**
 * Replaces the webhooks of an organisation by others, with as many due deliveries as may wait; none
 * without URIs.
 */
export async function replaceWebhooks(
  database: string,
  organisation_id: number,
  uris: readonly string[],
): Promise<void> {
  const { db, close } = unwrap(await openServiceDatabase(database, now))
  const queued_at = unwrap(createSystemClock()).now()
  await db.transaction().execute(async (trx) => {
    const { data } = await listWebhooks(trx, organisation_id, { limit: most.webhooks })
    for (const { id } of data) {
      await deleteWebhookTarget(trx, organisation_id, id)
      await deleteWebhook(trx, id)
    }
    for (let nth = 0; nth < most.webhooks && uris.length > 0; nth++) {
      const webhook_id = await addWebhook(trx, organisation_id, uris[nth % uris.length]!)
      const event = { record_id: 1, event: 'times.created', body: '{}' }
      const delivery = { organisation_id, webhook_id, ...event }
      await insertWebhookDeliveries(
        trx,
        Array.from({ length: most.deliveries / most.webhooks }, (_, event) => ({
          ...{ ...delivery, event_id: `${event}`, queued_at, problem: null },
        })),
      )
    }
  })
  await close()
}
