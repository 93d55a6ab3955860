/**
 * The schemas of the reference by their names: those that parse requests and build responses, not
 * copies of them.
 */
import type { FeedResource } from '#core/store/service/change-feed.ts'
import {
  categoryCreate,
  categoryListRecord,
  categoryRecord,
  categoryShowRecord,
  categoryUpdate,
} from '#shared/resources/category.ts'
import { chargeCreate, chargeRecord, chargeUpdate } from '#shared/resources/charge.ts'
import {
  addressRecord,
  clientCreate,
  clientRecord,
  clientUpdate,
  contactRecord,
} from '#shared/resources/client.ts'
import { id, recordUid, uid } from '#shared/resources/fields.ts'
import { expenseCreate, expenseRecord, expenseUpdate } from '#shared/resources/expense.ts'
import { pageSchema } from '#shared/resources/page.ts'
import {
  projectRecord,
  projectReferenceRecord,
  projectShortRecord,
  projectWithClientRecord,
  projectCreate,
  projectUpdate,
} from '#shared/resources/project.ts'
import { rateRecord } from '#shared/resources/rate.ts'
import { serviceEpoch, serviceInfo } from '#shared/resources/service-info.ts'
import { taskCreate, taskRecord, taskUpdate } from '#shared/resources/task.ts'
import { timeCreate, timeListRecord, timeRecord, timeUpdate } from '#shared/resources/time.ts'
import { userRecord, userShortRecord } from '#shared/resources/user.ts'
import {
  webhookCreate,
  webhookDeliveryRecord,
  webhookRecord,
  webhookStoredRecord,
  webhookUpdate,
} from '#shared/resources/webhook.ts'
import { z } from '#shared/resources/zod.ts'
import { rateCreate, rateUpdate } from '../rates/rate-bodies.ts'

const success = z.literal(true)

/** The bodies of records that may have a uid. */
const named = { uid: uid.optional() }
const renamed = { uid: recordUid }

/** The response to a store, an update or a delete. */
const written = <Name extends string, Schema extends z.ZodType>(name: Name, record: Schema) =>
  z.strictObject({ success, [name]: record })

const problem = z.strictObject({ message: z.string() })

const changedResources = [
  'times',
  'expenses',
  'categories',
  'projects',
  'clients',
  'tasks',
  'charges',
] as const satisfies readonly FeedResource[]

const change = z.strictObject({
  cursor: z.string(),
  resource: z.enum(changedResources),
  id,
  action: z.enum(['created', 'updated', 'deleted']),
  record: z
    .union([
      timeRecord,
      expenseRecord,
      categoryRecord,
      projectReferenceRecord,
      clientRecord,
      taskRecord,
      chargeRecord,
    ])
    .nullable(),
})

export const openApiComponents = {
  TimeInList: timeListRecord,
  Time: timeRecord,
  TimePage: pageSchema(timeListRecord),
  TimeCreate: timeCreate.extend(named),
  TimeUpdate: timeUpdate.extend(renamed),
  TimeWritten: written('time', timeRecord),
  TimeDeleted: written('time', userRecord),

  Expense: expenseRecord,
  ExpenseCreate: expenseCreate.extend(named),
  ExpenseUpdate: expenseUpdate.extend(renamed),
  ExpensePage: pageSchema(expenseRecord),
  ExpenseWritten: written('expense', expenseRecord),

  CategoryInList: categoryListRecord,
  Category: categoryRecord,
  CategoryShown: categoryShowRecord,
  CategoryCreate: categoryCreate.extend(named),
  CategoryUpdate: categoryUpdate.extend(renamed),
  CategoryPage: pageSchema(categoryListRecord),
  CategoryWritten: written('category', categoryRecord),

  Webhook: webhookRecord,
  WebhookCreate: webhookCreate,
  WebhookUpdate: webhookUpdate,
  WebhookStored: written('webhook', webhookStoredRecord),
  WebhookWritten: written('webhook', webhookRecord),
  WebhookWithSecret: webhookStoredRecord,
  Delivery: webhookDeliveryRecord,
  DeliveryPage: pageSchema(webhookDeliveryRecord),
  WebhookPage: pageSchema(webhookRecord),

  ProjectShort: projectShortRecord,
  ProjectInExpense: projectRecord,
  ProjectInTime: projectWithClientRecord,
  Project: projectReferenceRecord,
  ProjectPage: pageSchema(projectReferenceRecord),
  ProjectCreate: projectCreate,
  ProjectUpdate: projectUpdate,
  ProjectWritten: written('project', projectReferenceRecord),

  Client: clientRecord,
  Contact: contactRecord,
  Address: addressRecord,
  ClientPage: pageSchema(clientRecord),
  ClientCreate: clientCreate,
  ClientUpdate: clientUpdate,
  ClientWritten: written('client', clientRecord),

  Task: taskRecord,
  TaskPage: pageSchema(taskRecord),
  TaskCreate: taskCreate,
  TaskUpdate: taskUpdate,
  TaskWritten: written('task', taskRecord),

  Charge: chargeRecord,
  ChargePage: pageSchema(chargeRecord),
  ChargeCreate: chargeCreate,
  ChargeUpdate: chargeUpdate,
  ChargeWritten: written('charge', chargeRecord),

  Rate: rateRecord,
  RatePage: pageSchema(rateRecord),
  RateCreate: rateCreate,
  RateUpdate: rateUpdate,
  RateWritten: written('rate', rateRecord),

  User: userRecord,
  UserShort: userShortRecord,
  UserPage: pageSchema(userRecord),

  ChangePage: z.strictObject({
    data: z.array(change),
    cursor: z.string(),
    has_more: z.boolean(),
  }),
  Change: change,

  ServiceInfo: serviceInfo.extend(serviceEpoch.partial().shape),
  Health: z.strictObject({ status: z.enum(['ok', 'unavailable', 'full']) }),
  Document: z.looseObject({ openapi: z.string() }),
  Problem: problem,
  ValidationProblem: problem.extend({
    errors: z.record(z.string(), z.array(z.string())).optional(),
  }),
} as const satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof openApiComponents
