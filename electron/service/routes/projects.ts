/** Projects, as the `reference` capability serves them: with their rate per hour. */
import type { Hono } from 'hono'
import { readClient } from '#core/store/clients.ts'
import {
  insertProject,
  listProjects,
  readProject,
  updateProject,
  type ProjectRow,
} from '#core/store/projects.ts'
import type { FieldTexts } from '#shared/errors.ts'
import {
  civilDate,
  currency,
  id,
  integer,
  optionalText,
  requiredText,
} from '#shared/resources/fields.ts'
import {
  budgetTypes,
  increment,
  projectSortKeys,
  projectStatuses,
  projectTypes,
} from '#shared/resources/project.ts'
import { z } from '#shared/resources/zod.ts'
import { readFields, refuse } from '../http/fields.ts'
import { toProjectReferenceRecord } from '../records/reference.ts'
import type { Env, Service } from '../service.ts'
import { changes, referenceRoutes, type Writing } from './reference.ts'

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `Needs one of: ${names.join(', ')}`)

const toEmpty = (text: string | null): string => text ?? ''

const amount = integer(0, Number.MAX_SAFE_INTEGER)

const updateShape = {
  client_id: id.nullable().optional(),
  status: oneOf(projectStatuses).optional(),
  name: requiredText().optional(),
  code: optionalText(32).transform(toEmpty).optional(),
  description: optionalText(10_000).transform(toEmpty).optional(),
  currency: currency.optional(),
  increment: increment.optional(),
  budget: amount.nullable().optional(),
  budget_type: oneOf(budgetTypes).nullable().optional(),
  start_date: civilDate.optional(),
  end_date: civilDate.nullable().optional(),
  type: oneOf(projectTypes).optional(),
  /** Smallest currency unit per hour. */
  rate: amount.optional(),
}
const storeShape = { ...updateShape, name: requiredText(), currency }

/** What requests may say, for the reference. */
export const projectBodies = { store: storeShape, update: updateShape }

/** A project as it would stand: what the rules between fields look at. */
interface Outcome {
  type: string
  client_id: number | null
  budget: number | null
  budget_type: string | null
}

/** DECISIONS.md, Projects, clients, tasks, charges. */
function checkTogether(outcome: Outcome, problems: FieldTexts): void {
  const { type, client_id, budget, budget_type } = outcome
  if (type === 'internal' && client_id !== null) {
    problems['client_id'] ??= ['Needs to be null, since the project is internal']
  }
  if (type === 'client' && client_id === null) {
    problems['client_id'] ??= ['Is required, since the project is for a client']
  }
  if (budget !== null && budget_type === null) {
    problems['budget_type'] ??= ['Is required where there is a budget']
  }
}

async function checkClient(
  { trx, caller }: Writing,
  client: number | null | undefined,
  problems: FieldTexts,
): Promise<void> {
  if (client === undefined || client === null) return
  const row = await readClient(trx, caller.organisation, client)
  if (!row || row.deleted) {
    problems['client_id'] = [row ? 'This client is deleted' : 'There is no such client']
  }
}

async function store(writing: Writing): Promise<number> {
  const { trx, caller, body, now } = writing
  const { values, problems } = readFields(storeShape, body)
  const { client_id = null, budget = null, budget_type = null } = values
  const type = values.type ?? (client_id === null ? 'internal' : 'client')
  await checkClient(writing, client_id, problems)
  checkTogether({ type, client_id, budget, budget_type }, problems)
  refuse(problems)
  return insertProject(trx, {
    ...values,
    type,
    start_date: values.start_date ?? now.slice(0, 10),
    organisation_id: caller.organisation,
    created_at: now,
    updated_at: now,
  })
}

async function update(writing: Writing, row: ProjectRow): Promise<void> {
  const { values, problems } = readFields(updateShape, writing.body)
  const stands = { ...row, client_id: row.client?.id ?? null }
  const changed = changes(values, stands)
  await checkClient(writing, changed?.client_id, problems)
  if (changed) checkTogether({ ...stands, ...changed }, problems)
  refuse(problems)
  if (changed) await updateProject(writing.trx, row.id, { ...changed, updated_at: writing.now })
}

export const projectRoutes = (service: Service): Hono<Env> =>
  referenceRoutes(service, {
    path: 'projects',
    wrapper: 'project',
    sortKeys: projectSortKeys,
    list: listProjects,
    read: readProject,
    toRecord: toProjectReferenceRecord,
    writable: (row) => !row.deleted,
    store,
    update,
    async remove({ trx, now }, row): Promise<ProjectRow> {
      await updateProject(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
  })
