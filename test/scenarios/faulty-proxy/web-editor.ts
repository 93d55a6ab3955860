/** A person in a browser: plain writes to the service, without the proxy or any machine. */
import type { EntryResource } from '#core/store/tables/index.ts'
import type { Chance } from '../../simulation/chance.ts'
import { done, type Api } from './api.ts'
import { wordIn, type Ledger } from './ledger.ts'

export interface OnService {
  resource: EntryResource
  id: number
  wire: Record<string, unknown>
  text: string | null
}

const paths = { time: 'times', expense: 'expenses', category: 'categories' } as const
const name = 'web'

/** Every record that the service shows, with the members of each category. */
export async function everythingOn(editor: Api): Promise<OnService[]> {
  const all: OnService[] = []
  for (const resource of ['time', 'expense', 'category'] as const) {
    for (let page = 1, last = 1; page <= last; page++) {
      const body = await done(editor.get(`/${paths[resource]}?limit=100&page=${page}`))
      last = body.last_page
      for (const wire of body.data) {
        const whole = resource === 'category' ? await readCategory(editor, wire.id) : wire
        all.push({ resource, id: wire.id, wire: whole, text: whole.notes ?? whole.name ?? null })
      }
    }
  }
  return all
}

async function readCategory(editor: Api, id: number) {
  const body = await done(editor.get(`/categories/${id}`))
  return body.category ?? body
}

/** Edits one record of the service; returns a description, or null. */
export async function actOnService(
  editor: Api,
  luck: Chance,
  ledger: Ledger,
): Promise<string | null> {
  const resource = luck.pick(['time', 'time', 'expense', 'category'] as const)
  const path = `/${paths[resource]}`
  const listed = await done(editor.get(`${path}?limit=100&page=1`))
  const rows = listed.data as Record<string, unknown>[]
  const texts = rows.map(
    (wire) => (resource === 'category' ? wire['name'] : wire['notes']) as string,
  )
  const own = rows.flatMap((wire, n) =>
    wordIn(texts[n]) === undefined ? [] : [{ id: wire['id'] as number, text: texts[n]! }],
  )
  const share = luck.between(1, 100)
  if (share <= 20 && resource === 'time') {
    const like = rows.find((wire) => wire['project'] && wire['task'])
    if (!like) return null
    const { word, text, saved } = ledger.begin(resource, name)
    const made = editor.post(path, {
      project_id: (like['project'] as { id: number }).id,
      task_id: (like['task'] as { id: number }).id,
      date: '2026-11-19',
      start: luck.between(0, 1439),
      quantity: luck.between(1, 9),
      notes: text,
    })
    await done(made)
    saved()
    return `adds ${word}`
  }
  if (own.length === 0) return null
  const { id, text } = luck.pick(own)
  if (share > 85) {
    await done(editor.delete(`${path}/${id}`))
    ledger.of(text)?.removedBy.add(name)
    return `removes ${wordIn(text)}`
  }
  const written = ledger.rewrite(text, name)
  const body = resource === 'category' ? { name: written.text } : { notes: written.text }
  await done(editor.put(`${path}/${id}`, body))
  written.saved()
  return `edits ${wordIn(text)} to “${written.text}”`
}
