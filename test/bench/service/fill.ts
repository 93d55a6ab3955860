/** One organisation with a token and any number of times, the same at every run. */
import { insertClient } from '#core/store/resources/clients.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertRecordUid } from '#core/store/service/record-uids.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { openAdministration } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'

/** 2026-11-20 16:00 UTC. */
export const now = Date.UTC(2026, 10, 20, 16)
const at = '2026-11-20 16:00:00'
const dayLength = 86_400_000
const words = 'homepage hero layout review call feedback icons export login form copy brief'.split(
  ' ',
)

export interface Filled {
  token: string
  times: number
}

export async function fillService(database: string, times: number): Promise<Filled> {
  const administration = unwrap(await openAdministration(database, { now: () => now }))
  const { id: organisation } = unwrap(
    await administration.addOrganisation({ name: 'Fernwood Studio' }),
  )
  const email = 'mara@fernwood.example'
  const { id: user } = unwrap(await administration.addUser({ name: 'Mara', email, owner: true }))
  const { token } = unwrap(await administration.issueToken({ email }))
  await administration.close()
  const store = unwrap(await openServiceDatabase(database, now))
  await fillStore(store, { organisation, user, times })
  await store.close()
  return { token, times }
}

async function fillStore(
  { db }: Store,
  { organisation, user, times }: { organisation: number; user: number; times: number },
): Promise<void> {
  const common = { organisation_id: organisation, created_at: at, updated_at: at }
  const address = { street: '18 Harbour Lane', city: 'Wellington', country: 'New Zealand' }
  const empty = { street_2: null, suburb: null, state: null, postal: null }
  const projects = await db.transaction().execute(async (trx) => {
    const clients: number[] = []
    for (let nth = 0; nth < 12; nth++) {
      clients.push(
        await insertClient(trx, {
          ...common,
          name: `Client ${nth}`,
          code: `C${nth}`,
          contact: {
            id: nth + 1,
            name: 'Priya Raman',
            email: 'priya@example.org',
            phone: null,
            mobile: null,
            primary: true,
          },
          address: { ...empty, ...address },
          postal: { ...empty, ...address },
        }),
      )
    }
    const made: number[] = []
    for (let nth = 0; nth < 60; nth++) {
      made.push(
        await insertProject(trx, {
          ...common,
          client_id: clients[nth % clients.length]!,
          name: `Project ${nth}`,
          code: `P${nth}`,
          increment: 15,
          rate: 12_000,
          currency: 'NZD',
          type: 'client',
          start_date: '2026-01-01',
        }),
      )
    }
    for (let nth = 0; nth < 20; nth++) await insertTask(trx, { ...common, name: `Task ${nth}` })
    return made
  })
  // Chunks, so that no transaction grows without bound.
  for (let from = 0; from < times; from += 10_000) {
    await db.transaction().execute(async (trx) => {
      for (let nth = from; nth < Math.min(times, from + 10_000); nth++) {
        const record_id = await insertTime(trx, {
          ...common,
          user_id: user,
          project_id: projects[nth % projects.length]!,
          task_id: 1 + (nth % 20),
          date: new Date(now - Math.floor((times - nth) / 40) * dayLength)
            .toISOString()
            .slice(0, 10),
          start: 480 + (nth % 40) * 12,
          quantity: 1 + (nth % 16),
          increment: 15,
          rate: 12_000,
          currency: 'NZD',
          notes: `${words[nth % words.length]} ${words[(nth * 7) % words.length]}`,
        })
        const named = { organisation_id: organisation, resource: 'times' as const }
        await insertRecordUid(trx, { ...named, uid: `time-${nth}`, record_id })
      }
    })
  }
}
