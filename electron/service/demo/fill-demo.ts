/** Writes the demo organisation into an empty database, through the store's own functions. */
import { insertCategory } from '#core/store/resources/categories.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertClient, updateClient } from '#core/store/resources/clients.ts'
import type { Trx } from '#core/store/database/db.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertOrganisation } from '#core/store/resources/organisations.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { sequenceMissedRecords } from '#core/store/service/change-feed.ts'
import { setRate } from '#core/store/resources/exchange-rates.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { insertWebhook } from '#core/store/resources/webhooks.ts'
import { addDays, civilAt, toInstant, toTimestamp } from '#shared/rules/calendar.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createDemoExpenses } from './demo-expenses.ts'
import { demoLengthInDays, createDemoTimes } from './demo-times.ts'
import * as studio from './demo-organisation.ts'

/** Any number; this one gives the demo that the documentation shows. */
const seed = 20_260_401

interface Moment {
  /** Epoch milliseconds. */
  now: number
  zone: string
}

/** What every record of the organisation has. */
interface Stamp {
  organisation_id: number
  created_at: string
  updated_at: string
}

type Ids<Name extends string = string> = ReadonlyMap<Name, number>

/** Runs in the caller's transaction: a demo exists as a whole, or not at all. */
export async function fillDemo(trx: Trx, moment: Moment): Promise<void> {
  const chance = createSeededRandom(seed)
  const today = civilAt(moment.now, moment.zone).date
  const firstDay = addDays(today, -demoLengthInDays - 30)
  const founded = toTimestamp(toInstant(firstDay, 540, moment.zone))
  const dated = { created_at: founded, updated_at: founded }
  const organisation_id = await insertOrganisation(trx, { name: studio.demoOrganisation, ...dated })
  const stamp = { organisation_id, ...dated }

  const users: number[] = []
  for (const user of studio.demoUsers) users.push(await insertUser(trx, { ...user, ...stamp }))
  const clients = await fillClients(trx, stamp)
  const projects = await fillProjects(trx, stamp, clients, firstDay)
  const tasks = await each(studio.demoTasks, String, (name) => insertTask(trx, { name, ...stamp }))
  const charges = await each(
    studio.demoCharges,
    ({ name }) => name,
    (charge) => insertCharge(trx, { ...charge, ...stamp }),
  )
  for (const category of studio.demoCategories) {
    await insertCategory(trx, {
      ...stamp,
      name: category.name,
      tasks: category.tasks.map((name) => idOf(tasks, name)),
      charges: category.charges.map((name) => idOf(charges, name)),
    })
  }
  for (const rate of studio.demoRates) await setRate(trx, { organisation_id, ...rate, at: founded })
  for (const webhook of studio.demoWebhooks) await insertWebhook(trx, { ...webhook, ...stamp })

  for (const time of createDemoTimes(chance, moment.now, moment.zone)) {
    const project = projectOf(time.project)
    const end = time.start + time.quantity * project.increment
    await insertTime(trx, {
      ...stampAt(organisation_id, time.date, end, moment),
      user_id: users[time.user]!,
      project_id: idOf(projects, time.project),
      task_id: idOf(tasks, time.task),
      date: time.date,
      start: time.start,
      quantity: time.quantity,
      increment: project.increment,
      rate: project.rate,
      currency: currencyOf(project),
      notes: time.notes,
    })
  }
  for (const { user, ago, project, charge, ...expense } of createDemoExpenses(chance)) {
    const date = addDays(today, -ago)
    await insertExpense(trx, {
      ...stampAt(organisation_id, date, 1020, moment),
      ...expense,
      date,
      user_id: users[user]!,
      project_id: idOf(projects, project),
      charge_id: charge === null ? null : idOf(charges, charge),
    })
  }
  await sequenceMissedRecords(trx, organisation_id)
}

async function fillClients(trx: Trx, stamp: Stamp): Promise<Ids> {
  return each(
    studio.demoClients,
    ({ code }) => code,
    async ({ contact, ...client }) => {
      const id = await insertClient(trx, { ...client, ...stamp })
      const { name, email, mobile } = contact
      await updateClient(trx, id, {
        contact: { id, name, email, phone: client.phone, mobile, primary: true },
      })
      return id
    },
  )
}

async function fillProjects(
  trx: Trx,
  stamp: Stamp,
  clients: Ids,
  start_date: string,
): Promise<Ids<studio.DemoProjectCode>> {
  return each(
    studio.demoProjects,
    ({ code }) => code,
    ({ client, ...project }: studio.DemoProject) =>
      insertProject(trx, {
        ...stamp,
        ...project,
        start_date,
        currency: currencyOf(project),
        client_id: client === undefined ? null : idOf(clients, client),
        type: client === undefined ? 'internal' : 'client',
      }),
  )
}

const projectOf = (code: studio.DemoProjectCode): studio.DemoProject =>
  studio.demoProjects.find((project) => project.code === code)!

const currencyOf = (project: { currency?: string }): string => project.currency ?? 'NZD'

/** Timestamps at a minute of a day, but never later than now. */
function stampAt(organisation_id: number, date: string, minute: number, moment: Moment): Stamp {
  const at = toTimestamp(Math.min(moment.now, toInstant(date, Math.min(minute, 1439), moment.zone)))
  return { organisation_id, created_at: at, updated_at: at }
}

/** Inserts items one after the other and returns their ids by name. */
async function each<Item, Name extends string>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
  insert: (item: Item) => Promise<number>,
): Promise<ReadonlyMap<Name, number>> {
  const ids = new Map<Name, number>()
  for (const item of items) ids.set(nameOf(item), await insert(item))
  return ids
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}
