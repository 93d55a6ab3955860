/** Reads on which projects categories, and single tasks and charges, have been used. */
import { sql } from 'kysely'
import type { CategoryUses, ProjectUse } from '#shared/resources/category.ts'
import type { Db } from '../database/db.ts'

const usedIn = { task: 'time_entry', charge: 'expense' } as const

/**
 * Lists each task or charge of an organisation that was used on a project, with those projects,
 * both in order of id. Costs one index lookup (migration 0150-category-use) for each pair and one
 * for each task or charge, regardless of the number of entries.
 */
async function projectsByMember(
  db: Db,
  organisation: number,
  kind: keyof typeof usedIn,
): Promise<ProjectUse[]> {
  const member = sql.ref(kind)
  const entry = sql.table(usedIn[kind])
  const named = sql.ref(`${kind}_id`)
  const { rows } = await sql<{ member: number; project: number }>`
    with recursive used (member, project) as (
      select id, (
        select min(project_id) from ${entry}
        where organisation_id = ${organisation} and ${named} = ${member}.id
      ) from ${member} where organisation_id = ${organisation}
      union all
      select used.member, (
        select min(project_id) from ${entry}
        where organisation_id = ${organisation} and ${named} = used.member
          and project_id > used.project
      ) from used where used.project is not null
    )
    select member, project from used where project is not null
    order by member, project`.execute(db)
  const byMember = Map.groupBy(rows, (row) => row.member)
  return [...byMember].map(([local, of]) => ({ local, projects: of.map(({ project }) => project) }))
}

/** Like `projectsOfCategory`, for all categories at once and for each of their members. */
export async function readCategoryUses(db: Db, organisation: number): Promise<CategoryUses> {
  const tasks = await projectsByMember(db, organisation, 'task')
  const charges = await projectsByMember(db, organisation, 'charge')
  const links = [
    ...(await linksOf(db, organisation, 'task', tasks)),
    ...(await linksOf(db, organisation, 'charge', charges)),
  ]
  const categories = [...Map.groupBy(links, ({ category }) => category)].map(([local, of]) => ({
    local,
    projects: [...new Set(of.flatMap(({ projects }) => projects))].toSorted(ascending),
  }))
  return { tasks, charges, categories }
}

const ascending = (one: number, other: number) => one - other

interface Link {
  category: number
  projects: readonly number[]
}

/** Links categories to the projects on which their members were used. */
async function linksOf(
  db: Db,
  organisation: number,
  kind: keyof typeof usedIn,
  uses: readonly ProjectUse[],
): Promise<Link[]> {
  const { rows } = await sql<{ category: number; member: number }>`
    select category_id as category, ${sql.ref(`${kind}_id`)} as member
    from ${sql.table(`category_${kind}`)} where organisation_id = ${organisation}`.execute(db)
  const projectsOf = new Map(uses.map(({ local, projects }) => [local, projects]))
  return rows.flatMap(({ category, member }) => {
    const projects = projectsOf.get(member)
    return projects ? [{ category, projects }] : []
  })
}
