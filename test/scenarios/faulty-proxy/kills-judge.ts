/** Brings the folders of killed programs to rest, and returns the violations. */
import { api } from './api.ts'
import { wordIn, type Ledger } from './ledger.ts'
import type { Program } from './program.ts'
import { everythingOn } from './web-editor.ts'

/** Runs a command that has to succeed, and returns its document. */
export async function well(run: Program, home: string, args: readonly string[]) {
  const { code, json, stderr } = await run.run(home, args)
  if (code !== 0)
    throw new Error(`stint ${args.join(' ')}: ${code} ${JSON.stringify(json)} ${stderr}`)
  return json
}

export const sync = (run: Program, home: string, ...flags: readonly string[]) =>
  well(run, home, ['sync', ...flags])

interface Asked {
  card: number
  kind: string
  title: string
  takes: readonly string[]
}

/**
 * Syncs until nothing waits. A certain duplicate is dropped; a record that may exist already is
 * sent again, and the answer names its word, which then may exist twice.
 */
export async function settle(run: Program, homes: readonly string[]): Promise<string[]> {
  const again: string[] = []
  async function settled(home: string): Promise<boolean> {
    const report = await sync(run, home, '--wait')
    const cards = (await well(run, home, ['inbox', 'list'])) as Asked[]
    for (const { card, kind, title, takes } of cards) {
      const take = kind === 'twin' && takes.includes('again') ? 'again' : 'drop'
      if (take === 'again') again.push(wordIn(title) ?? title)
      await well(run, home, ['inbox', 'resolve', String(card), '--take', take])
    }
    return report.pushed + report.pulled + report.pending + cards.length === 0
  }
  for (let round = 0; round < 12; round++) {
    const all = await Promise.all(homes.map(settled))
    if (all.every(Boolean)) return again
  }
  throw new Error('It does not come to rest')
}

interface End {
  run: Program
  homes: readonly string[]
  url: string
  token: string
  ledger: Ledger
  tried: ReadonlySet<string>
  /** Words that were sent again because a person said so. */
  again: readonly string[]
}

export async function differences({
  run,
  homes,
  url,
  token,
  ledger,
  tried,
  again,
}: End): Promise<string[]> {
  const counts = (texts: (string | null)[]) => {
    const found = new Map<string, number>()
    for (const text of texts) {
      const word = wordIn(text)
      if (word !== undefined) found.set(word, (found.get(word) ?? 0) + 1)
    }
    return found
  }
  const there = counts((await everythingOn(api(url, token))).map(({ text }) => text))
  const problems: string[] = []
  for (const word of tried) {
    const count = there.get(word) ?? 0
    const allowed = 1 + again.filter((one) => one === word).length
    if (count > allowed) problems.push(`${word} is on the service ${count} times`)
    if (count === 0 && ledger.made.has(word))
      problems.push(`${word} was saved and is not on the service`)
  }
  for (const home of homes) {
    const texts: (string | null)[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const listed = await well(run, home, [
        'times',
        'list',
        '--limit',
        '100',
        '--page',
        String(page),
      ])
      last = listed.last_page ?? listed.lastPage ?? 1
      texts.push(...listed.data.map(({ notes }: { notes: string | null }) => notes))
    }
    const here = counts(texts)
    for (const word of new Set([...here.keys(), ...there.keys()])) {
      if (here.get(word) !== there.get(word)) {
        problems.push(
          `${home}: ${word} ${here.get(word) ?? 0} times here, ${there.get(word) ?? 0} there`,
        )
      }
    }
  }
  return problems
}
