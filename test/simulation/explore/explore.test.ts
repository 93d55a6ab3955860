import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { kindNames } from '../checks/kinds.ts'
import { mutants } from '../mutations/mutants.ts'
import { makeTemplates, type Templates } from '../template.ts'
import { explore, playPath, type Explored, type Setup } from './explore.ts'
import { readOptions } from './options.ts'
import { profileOf } from './profiles.ts'
import type { Given } from './worker.ts'

let templates: Templates
beforeAll(async () => {
  templates = await makeTemplates()
})

const setup: Setup = { kind: 'time', profile: profileOf('bare'), records: 1 }

/** The same with a known bug in the engine. */
async function exploreWith(words: string, depth: number): Promise<Explored> {
  const mutant = mutants.find(({ name }) => name === words)!
  const given: Given = { mutant, setup, depth }
  // Node reads this file, not the transformer of the tests.
  const worker = fork(
    fileURLToPath(new URL('./worker.ts', import.meta.url)),
    [JSON.stringify(given)],
    { execArgv: [] },
  )
  const [explored] = (await once(worker, 'message')) as [Explored]
  return explored
}

describe('every order of a few moves', () => {
  it.each(
    kindNames.flatMap((kind) => (['bare', 'full'] as const).map((name) => [kind, name] as const)),
  )('of one %s keeps every invariant of sync, on a service that is %s', async (kind, name) => {
    const explored = await explore({ ...setup, kind, profile: profileOf(name) }, templates, {
      ...{ depth: 3, until: Infinity, shard: { part: 1, of: 1 } },
    })
    expect(explored.failed).toBeNull()
    expect(explored.depth).toBe(3)
    // Fewer would mean that moves are not offered any more, or that too many states count as one.
    expect(explored.states).toBeGreaterThan(50)
  })

  it.each([
    ['an answer overwrites a newer edit', ['create', 'sync', 'edit:1:notes']],
    ['an entry removed during its create is forgotten', ['create', 'sync', 'remove:1']],
  ])('shows a known bug by its shortest path: %s', async (words, path) => {
    const { failed } = await exploreWith(words, 3)
    expect(failed?.failure.invariant).toBe(1)
    expect(failed?.path).toEqual(path)
  })

  it('takes the same course each time, and prints what happened', async () => {
    const path = ['create', 'sync', 'arrive', 'lose', 'wait', 'sync']
    const [one, other] = [
      await playPath(setup, templates, path, { keepLines: true }),
      await playPath(setup, templates, path, { keepLines: true }),
    ]
    expect(one).toEqual(other)
    expect(one.failure).toBeNull()
    expect(one.lines.join('\n')).toContain('POST /times')
  })

  it('lists the possible moves when one of a path cannot be made', async () => {
    const { failure } = await playPath(setup, templates, ['create', 'answer'], { keepLines: true })
    expect(failure?.what).toBe(
      'answer cannot be made here; only edit:1:notes, edit:1:quantity, remove:1, undo, create-there, sync, sync-list',
    )
  })

  /** Longer than the paths tried here; it was once reported as a loss. */
  it('counts a member as delivered that a create added and a colleague removed', async () => {
    const moves = 'create,edit:1:name,sync,edit:1:tasks,arrive,edit-there:1:tasks'
    const full: Setup = { ...setup, kind: 'category', profile: profileOf('full') }
    expect((await playPath(full, templates, moves.split(','))).failure).toBeNull()
  })

  it('counts worlds with the same future as one, and no others', async () => {
    const keyOf = async (...path: string[]) => (await playPath(setup, templates, path)).key
    // Another sync finds nothing; a lost request is lost, whether the process learns of it at once
    // or not.
    const synced = await keyOf('create', 'sync', 'arrive', 'answer')
    expect(await keyOf('create', 'sync', 'arrive', 'answer', 'sync')).toBe(synced)
    const lost = await keyOf('create', 'sync', 'lose')
    expect(await keyOf('create', 'sync', 'delay', 'drop-late')).toBe(lost)
    expect(await keyOf('create', 'sync', 'delay')).not.toBe(lost)
    expect(await keyOf('create', 'sync', 'arrive', 'lose')).not.toBe(lost)
  })
})

describe('the command line of the explorer', () => {
  const problemOf = (...words: string[]): string => {
    const read = readOptions(words)
    return read.is === 'problem' ? read.text.split('\n')[0]! : read.is
  }

  it('tries five moves in a row unless told otherwise', () => {
    expect(readOptions([])).toMatchObject({
      options: { kind: 'time', profile: 'bare', depth: 5, minutes: null, path: null },
    })
    expect(readOptions(['--minutes', '10', '--kind=category', '--shard', '2/2'])).toMatchObject({
      options: { kind: 'category', depth: Infinity, minutes: 10, shard: { part: 2, of: 2 } },
    })
    expect(readOptions(['--path', 'create,sync,arrive'])).toMatchObject({
      options: { path: ['create', 'sync', 'arrive'] },
    })
  })

  it.each([
    [['--dept', '7'], 'There is no option --dept.'],
    [['--depth'], '--depth needs a value after it.'],
    [['--depth', 'far'], '--depth needs a whole number from 1, not “far”.'],
    [['--depth', '1', '--depth', '2'], '--depth is given twice; give it once.'],
    [['--kind', 'invoice'], '--kind is one of time, expense, category.'],
    [['--profile', 'odd'], '--profile is one of bare, keys, feed, full.'],
    [['--shard', '3/2'], '--shard needs a part and how many there are, such as 1/2.'],
    [
      ['--depth', '9', '--minutes', '1'],
      '--depth and --minutes both say how much is tried; give one.',
    ],
  ])('explains the problem with %j', (words, text) => {
    expect(problemOf(...words)).toBe(text)
  })
})
