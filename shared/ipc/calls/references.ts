/**
 * Calls about projects, clients, tasks, charges and users, and look-ups by the service's ids.
 * Records of a service are created and changed there at once, where it has the capability.
 */
import { chargeCreate, chargeSortKeys, chargeUpdate, type Charge } from '../../resources/charge.ts'
import { clientCreate, clientSortKeys, clientUpdate, type Client } from '../../resources/client.ts'
import { currency, id } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { increment, projectInput, projectSortKeys, type Project } from '../../resources/project.ts'
import { taskCreate, taskSortKeys, taskUpdate, type Task } from '../../resources/task.ts'
import { userSortKeys, type User } from '../../resources/user.ts'
import { z } from '../../resources/zod.ts'
import { referenceConditionKinds } from '../../rules/entry-filter.ts'
import type { NamedRecords, ReferenceUses } from '../call-results.ts'
import { byLocalId, call, listArguments, recordEdit } from './call.ts'

/** Includes deleted records, which entries still show. */
const withDeleted = { deleted: z.boolean().optional() }

/** A record by the service's id. */
const remote = z.strictObject({ remote: id })

export const referenceCalls = {
  /** Finds the local id of a record by the service's id. */
  'records.findByRemote': call<{ local: number }>()(
    z.strictObject({
      resource: z.enum([
        'time',
        'expense',
        'category',
        'webhook',
        'project',
        'client',
        'task',
        'charge',
        'user',
      ]),
      remote: id,
    }),
  ),

  /**
   * Finds what a person means by a name, a code, or a local id, deleted records among them; for a
   * project's status, by its word.
   */
  'records.findByName': call<NamedRecords>()(
    z.strictObject({
      kind: z.enum([...referenceConditionKinds, 'status']),
      text: z.string().min(1).max(255),
    }),
  ),

  /** Counts what refers to a record and would keep it if it were deleted. */
  'records.countUses': call<ReferenceUses>()(
    z.strictObject({ kind: z.enum(['project', 'client', 'task', 'charge']), local: id }),
  ),

  'projects.list': call<Page<Project>>()(listArguments(projectSortKeys).extend(withDeleted)),
  'projects.show': call<Project>()(byLocalId),
  'projects.add': call<Project>()(
    z.union([
      /**
       * The project's increment, where the person knows it: a service without capabilities reports
       * it only with an entry.
       */
      remote.extend({ increment: increment.optional() }),
      projectInput,
    ]),
  ),
  'projects.update': call<Project>()(recordEdit(projectInput)),
  /** Returns the project as it was before. */
  'projects.delete': call<Project>()(byLocalId),

  'clients.list': call<Page<Client>>()(listArguments(clientSortKeys)),
  'clients.show': call<Client>()(byLocalId),
  'clients.add': call<Client>()(z.union([remote, clientCreate.strict()])),
  'clients.update': call<Client>()(recordEdit(clientUpdate.strict())),
  'clients.delete': call<Client>()(byLocalId),

  'tasks.list': call<Page<Task>>()(listArguments(taskSortKeys).extend(withDeleted)),
  'tasks.show': call<Task>()(byLocalId),
  'tasks.add': call<Task>()(z.union([remote, taskCreate.strict()])),
  'tasks.update': call<Task>()(recordEdit(taskUpdate.strict())),
  'tasks.delete': call<Task>()(byLocalId),

  'charges.list': call<Page<Charge>>()(listArguments(chargeSortKeys)),
  'charges.show': call<Charge>()(byLocalId),
  'charges.add': call<Charge>()(
    z.union([remote, chargeCreate.extend({ currency: currency.optional() }).strict()]),
  ),
  'charges.update': call<Charge>()(recordEdit(chargeUpdate.strict())),
  'charges.delete': call<Charge>()(byLocalId),

  'users.list': call<Page<User>>()(listArguments(userSortKeys)),
  'users.show': call<User>()(byLocalId),
} as const
