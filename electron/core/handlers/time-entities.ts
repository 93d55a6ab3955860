/** Converts rows of time entries to entities, with the remote ids and the sync state of each. */
import type { TimeEntry, TimeEntryProject } from '#shared/resources/time.ts'
import type { Db } from '../store/database/db.ts'
import { createRemoteLookup, type RemoteLookup } from '../store/sync/remote-lookup.ts'
import { readSegments, workedMinutes } from '../store/resources/segments.ts'
import { readRecordStates } from '../store/sync/sync-records.ts'
import type { TimeRow, TimeRowProject } from '../store/resources/times.ts'

export async function toTimeEntries(db: Db, rows: readonly TimeRow[]): Promise<TimeEntry[]> {
  const locals = rows.map((row) => row.id)
  const standings = await readRecordStates(db, 'time', locals)
  const segments = await readSegments(db, locals)
  const ids = await createRemoteLookup(db, {
    project: rows.map((row) => row.project?.id),
    task: rows.map((row) => row.task?.id),
    client: rows.map((row) => row.project?.client?.id),
    user: rows.map((row) => row.user?.id),
  })
  return rows.map((row) => {
    const standing = standings.get(row.id)
    return {
      ...row,
      local: row.id,
      worked: workedMinutes(row, segments.get(row.id)),
      id: standing?.remote ?? null,
      state: standing?.state ?? 'pending',
      refusal: standing?.refusal ?? null,
      refused: standing?.refused ?? [],
      provisional: standing?.provisional ?? true,
      project: row.project && toEntryProject(row.project, ids),
      task: row.task && { ...row.task, local: row.task.id, id: ids('task', row.task.id) },
      user: row.user && { ...row.user, local: row.user.id, id: ids('user', row.user.id) },
    }
  })
}

const toEntryProject = (project: TimeRowProject, ids: RemoteLookup): TimeEntryProject => ({
  ...project,
  local: project.id,
  id: ids('project', project.id),
  client: project.client && {
    ...project.client,
    local: project.client.id,
    id: ids('client', project.client.id),
  },
})
