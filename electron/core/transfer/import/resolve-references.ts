/**
 * Matches the projects, clients, tasks and charges that lines name with existing ones, by code or
 * name, or marks them for creation.
 */
import { fold } from '#shared/rules/search-text.ts'
import type { Db } from '../../store/database/db.ts'
import type { ParsedCharge, ParsedClient, ParsedProject, ParsedTask } from './parsed-lines.ts'

export type ImportedReferenceKind = 'project' | 'client' | 'task' | 'charge'

/** What a name in the file refers to. */
export interface ResolvedReference {
  kind: ImportedReferenceKind
  name: string
  code: string
  /** Its number in a file that numbers its records. */
  key: number | undefined
  /** Null until it is created. */
  local: number | null
  /** It does not exist yet and will be created. */
  readonly isNew: boolean
  /** Its name in the store. */
  as: string
  by: 'code' | 'name' | null
  client: ResolvedReference | null
  content: Record<string, unknown> | undefined
  /** Of a project: minutes, and its currency as far as it has one. */
  increment: number
  currency: string | null
}

interface Here {
  id: number
  name: string
  name_fold: string
  code_fold: string
  deleted: number
  client_id: number | null
  increment: number
  currency: string | null
}

export interface ReferenceResolver {
  project(found: ParsedProject | null): ResolvedReference | null
  task(found: ParsedTask | null): ResolvedReference | null
  charge(found: ParsedCharge | null): ResolvedReference | null
  /** Folded codes and names of existing records. */
  known: {
    codes: ReadonlySet<string>
    projects: ReadonlySet<string>
    tasks: ReadonlySet<string>
  }
}

/** @param increment minutes of created projects */
export async function createReferenceResolver(
  db: Db,
  organisation: number,
  increment: number,
): Promise<ReferenceResolver> {
  const [projects, clients, tasks, charges] = [
    await recordsOf(db, organisation, 'project'),
    await recordsOf(db, organisation, 'client'),
    await recordsOf(db, organisation, 'task'),
    await recordsOf(db, organisation, 'charge'),
  ]
  const clientNames = new Map(clients.map(({ id, name_fold }) => [id, name_fold]))
  const found = new Map<string, ResolvedReference>()
  // A file has few names, each of them on many lines.
  const folded = new Map<string, string>()
  const foldOf = (name: string): string => {
    let known = folded.get(name)
    if (known === undefined) folded.set(name, (known = fold(name)))
    return known
  }
  // Keys that are used already: two of one name in a file that numbers its records stay two.
  const taken = new Set<string>()

  function named(
    kind: ImportedReferenceKind,
    wanted: { name: string; code?: string; key?: number | undefined; content?: object | undefined },
    client: ResolvedReference | null,
    here: readonly Here[],
  ): ResolvedReference {
    const { name, code = '', key } = wanted
    const [nameFold, codeFold] = [foldOf(name), foldOf(code)]
    const identity = [kind, key ?? '', nameFold, codeFold, client ? foldOf(client.name) : ''].join(
      '\u0001',
    )
    const known = found.get(identity)
    if (known) return known
    const content = wanted.content as Record<string, unknown> | undefined
    const isMeant = (record: Here) =>
      (record.deleted === 1) === (content?.['deleted'] === true) &&
      (key === undefined || !taken.has(`${kind} ${record.id}`))
    const ofClient = ({ client_id }: Here) =>
      client === null || client_id === null || clientNames.get(client_id) === foldOf(client.name)
    // Of several with that code, the one with that name is preferred.
    const ofCode =
      codeFold === '' ? [] : here.filter((one) => one.code_fold === codeFold && isMeant(one))
    const byCode = ofCode.find((one) => one.name_fold === nameFold) ?? ofCode[0]
    const match =
      byCode ??
      here.find(
        (one) =>
          one.name_fold === nameFold &&
          (codeFold === '' || one.code_fold === '') &&
          isMeant(one) &&
          ofClient(one),
      )
    if (match) taken.add(`${kind} ${match.id}`)
    const made = (content?.['increment'] as number | undefined) ?? increment
    const result: ResolvedReference = {
      kind,
      name,
      code,
      key,
      client,
      content,
      local: match?.id ?? null,
      isNew: match === undefined,
      as: match?.name ?? name,
      by: match ? (match === byCode ? 'code' : 'name') : null,
      increment: match?.increment ?? made,
      currency: match ? match.currency : ((content?.['currency'] as string | null) ?? null),
    }
    found.set(identity, result)
    return result
  }

  const clientOf = (client: ParsedClient | null): ResolvedReference | null =>
    client && named('client', client, null, clients)

  return {
    project: (one) => one && named('project', one, clientOf(one.client), projects),
    task: (one) => one && named('task', one, null, tasks),
    charge: (one) => one && named('charge', one, null, charges),
    known: {
      codes: new Set(
        projects.filter((one) => isUsable(one) && one.code_fold).map((one) => one.code_fold),
      ),
      projects: new Set(projects.filter(isUsable).map(({ name_fold }) => name_fold)),
      tasks: new Set(tasks.filter(isUsable).map(({ name_fold }) => name_fold)),
    },
  }
}

const isUsable = ({ deleted }: Here): boolean => deleted === 0

async function recordsOf(
  db: Db,
  organisation: number,
  kind: ImportedReferenceKind,
): Promise<Here[]> {
  const rows = await db
    .selectFrom(kind)
    .selectAll()
    .where('organisation_id', '=', organisation)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    name_fold: row.name_fold,
    deleted: row.deleted,
    code_fold: 'code_fold' in row ? row.code_fold : '',
    client_id: 'client_id' in row ? row.client_id : null,
    increment: 'increment' in row ? row.increment : 0,
    currency: 'currency' in row ? row.currency : null,
  }))
}

/** The currency of a project: its own, or for a created one that of its first line. */
export function currencyOfResolved(project: ResolvedReference, said: string): string | null {
  if (project.isNew) project.currency ??= said
  return project.currency
}
