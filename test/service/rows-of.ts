/** What the database has of one organisation. */
import { sql } from 'kysely'
import type { Store } from '#core/store/open/open-store.ts'

/** All rows of an organisation, in every table. */
export async function rowsOf(
  { db }: Store,
  organisation: number,
): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables()
  const rows: Record<string, unknown[]> = {}
  for (const { name, columns } of tables) {
    const isScoped = columns.some((column) => column.name === 'organisation_id')
    if (!isScoped && name !== 'organisation') continue
    const { rows: all } = await sql<object>`select * from ${sql.table(name)}
      where ${sql.ref(isScoped ? 'organisation_id' : 'id')} = ${organisation}`.execute(db)
    rows[name] = all.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

/** Names the columns in which a row of one organisation refers to a record of another. */
export async function crossReferences({ db }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const scoped = tables.filter(({ columns }) =>
    columns.some((column) => column.name === 'organisation_id'),
  )
  const crossing: string[] = []
  for (const { name, columns } of scoped) {
    for (const column of columns) {
      const target = scoped.find((table) => `${table.name}_id` === column.name)
      if (!target) continue
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(name)} as source
        join ${sql.table(target.name)} as target on target.id = ${sql.ref(`source.${column.name}`)}
        where target.organisation_id <> source.organisation_id`.execute(db)
      if (Number(rows[0]!.count) > 0) crossing.push(`${name}.${column.name}`)
    }
  }
  return crossing
}
