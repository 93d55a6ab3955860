import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import type { BlockFigure } from './blocks-core.ts'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

it('runs each work in a real core, and says how long it held others up', () => {
  const output = join(testFolder(), 'results.json')
  const printed = execFileSync(
    process.execPath,
    [script, 'blocks', '--quick', '--output', output],
    { encoding: 'utf8' },
  )
  const { figures, memory } = JSON.parse(readFileSync(output, 'utf8')) as {
    figures: BlockFigure[]
    memory: { entries: number; rss: number }[]
  }
  expect(figures.map(({ work }) => work)).toEqual(
    [
      ...['after opening', 'without work', 'a month', '\\d+ saves', '\\d+ entries changed'],
      ...['that change undone', '\\d+ entries deleted', 'a report of a year'],
      ...['every entry as a table', 'entries of a table', 'a verified backup', 'every page'],
      'first sync of 450',
    ].map((beginning) => expect.stringMatching(`^${beginning}`)),
  )
  for (const { work, monitor, timer, own } of figures) {
    expect(printed).toContain(work)
    expect(monitor.longest).toBeGreaterThanOrEqual(monitor.p99)
    expect(timer.longest).toBeGreaterThanOrEqual(timer.p99)
    expect(own).toBeGreaterThan(0)
  }
  expect(memory.map(({ entries }) => entries)).toEqual([1_000, 1_200])
})
