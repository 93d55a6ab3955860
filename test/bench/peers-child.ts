/**
 * One store in a process of its own, so that none has another's memory to carry:
 * `fork('peers-child.ts', [module, folder])`, then one answer for each question.
 */
import { readFileSync } from 'node:fs'
import type { MakePeerStore, PeerStore, PlainEntry, PlainRecords, Shown } from './peers-records.ts'
import type { Answers, Question, WorkName } from './peers-works.ts'

/** Days of the newest week and year, and words that some entries have and none has. */
const week = ['2026-11-16', '2026-11-22'] as const
const year = ['2025-11-21', '2026-11-20'] as const
const words = { some: 'campaign', none: 'zzz' }

const [module, folder] = process.argv.slice(2) as [string, string]
const { makeStore } = (await import(module)) as { makeStore: MakePeerStore }
const store: PeerStore = await makeStore(folder)
let entries: PlainEntry[] = []
const saved: PlainEntry[] = []
let turn = 0

/** A new entry of the past weeks, with the project, the task and the words of an older one. */
function newEntry(): PlainEntry {
  const like = entries[(turn * 7_919) % entries.length]!
  const date = `2026-11-${String((turn % 20) + 1).padStart(2, '0')}`
  return { ...like, id: entries.length + saved.length + 1, date, start: 480 + (turn % 600) }
}

const removed: PlainEntry[] = []
const works: Record<WorkName, () => Promise<unknown>> = {
  async open() {
    await store.open()
    return store.newest()
  },
  show: () => store.show(entries[(turn * 7_919) % entries.length]!),
  newest: () => store.newest(),
  findSome: () => store.find(words.some),
  findNone: () => store.find(words.none),
  week: () => store.total(...week),
  year: () => store.total(...year),
  async save() {
    const entry = newEntry()
    await store.save(entry)
    saved.push(entry)
  },
  async remove() {
    const entry = saved[removed.length]
    if (!entry) throw new Error('There is nothing left to remove')
    await store.remove(entry)
    removed.push(entry)
  },
}

/** Microseconds of each turn. */
async function turns(work: WorkName, most: number, patience: number): Promise<number[]> {
  const taken: number[] = []
  const began = performance.now()
  for (let nth = 0; nth < most; nth++, turn++) {
    if (work === 'open') await store.close()
    else store.beforeTurn?.()
    const from = performance.now()
    await works[work]()
    taken.push((performance.now() - from) * 1_000)
    if (performance.now() - began > patience) break
  }
  return taken
}

async function answers(): Promise<Answers> {
  const some = [0, 1, Math.floor(entries.length / 2), entries.length - 1]
  const ofSaved = [saved.at(-1), removed.at(-1)].filter((entry) => entry !== undefined)
  const shown: (Shown | null)[] = []
  for (const entry of [...some.map((nth) => entries[nth]!), ...ofSaved]) {
    shown.push(await store.show(entry))
  }
  return {
    shown,
    lists: [await store.newest(), await store.find(words.some), await store.find(words.none)],
    totals: [await store.total(...week), await store.total(...year)],
  }
}

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'fill': {
      const records = JSON.parse(readFileSync(question.records, 'utf8')) as PlainRecords
      entries = records.entries
      await store.fill(records)
      return { guarantee: store.guarantee, persists: store.persists }
    }
    case 'answers':
      return answers()
    case 'turns':
      return turns(question.work, question.turns, question.patience)
    case 'memory':
      return process.memoryUsage().rss
    case 'end':
      await store.close()
      return null
  }
}

process.on('message', (question: Question) => {
  answer(question).then(
    (value) => process.send!({ value }),
    (thrown: unknown) =>
      process.send!({ thrown: thrown instanceof Error ? thrown.stack : String(thrown) }),
  )
})
process.send!({ value: 'ready' })
