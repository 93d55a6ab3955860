/** Projects, as the `reference` capability serves them: with their rate per hour. */
import {
  insertProject,
  listProjects,
  readProject,
  updateProject,
  type ProjectRow,
} from '#core/store/resources/projects.ts'
import { findUsable } from '#core/write/writer.ts'
import { projectCreate, validateProject, projectUpdate } from '#shared/resources/project.ts'
import { listQueries } from '../http/list-queries.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { toProjectReferenceRecord } from '../records/reference.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { callerWriter } from '../write-rules.ts'
import { differingValues, referenceEndpoints, type ReferenceWrite } from './reference-routes.ts'

async function store({ trx, caller, body, now }: ReferenceWrite): Promise<number> {
  const { values, problems } = readFields(projectCreate.shape, body)
  const { client_id = null, budget = null, budget_type = null } = values
  const type = values.type ?? (client_id === null ? 'internal' : 'client')
  await findUsable(callerWriter(trx, caller), 'client', client_id, problems)
  refuseProblems({ ...validateProject({ type, client_id, budget, budget_type }), ...problems })
  return insertProject(trx, {
    ...values,
    type,
    start_date: values.start_date ?? now.slice(0, 10),
    organisation_id: caller.organisation,
    created_at: now,
    updated_at: now,
  })
}

async function update({ trx, caller, body, now }: ReferenceWrite, row: ProjectRow): Promise<void> {
  const { values, problems } = readFields(projectUpdate.shape, body)
  const current = { ...row, client_id: row.client?.id ?? null }
  const changed = differingValues(values, current)
  await findUsable(callerWriter(trx, caller), 'client', changed?.client_id, problems)
  refuseProblems({ ...(changed && validateProject({ ...current, ...changed })), ...problems })
  if (changed) await updateProject(trx, row.id, { ...changed, updated_at: now })
}

export const projectEndpoints = (service: Service): EndpointGroup =>
  referenceEndpoints(service, {
    path: 'projects',
    wrapper: 'project',
    query: listQueries.projects,
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
    about: 'What people work on, either for a client or for the organization itself.',
    examples: {
      store: {
        name: 'Winter menu',
        code: 'MENU',
        client_id: 1,
        currency: 'NZD',
        increment: 15,
        rate: 14_000,
      },
      update: { status: 'complete' },
    },
  })
