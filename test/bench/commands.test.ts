import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import type { CommandFigure } from './commands.ts'
import { quickRun } from './quick-run.ts'

onAnyDay()

interface Results {
  rounds: number
  figures: CommandFigure[]
}

it('measures commands in turn with those of another checkout', async () => {
  const beside = fileURLToPath(new URL('../..', import.meta.url))
  const { printed, results } = await quickRun<Results>(['commands', '--beside', beside])
  expect(results.rounds).toBe(2)
  for (const { command, own, other, ratio, empty } of results.figures) {
    expect(empty, command).toBeGreaterThan(1)
    expect(own, command).toBeGreaterThan(1)
    expect(other, command).toBeGreaterThan(1)
    expect(ratio, command).toBe(own / other!)
    expect(printed).toContain(`stint ${command}`)
  }
})

it('refuses to compare with a folder that holds no built checkout', async () => {
  const beside = fileURLToPath(new URL('.', import.meta.url))
  await expect(quickRun(['commands', '--beside', beside])).rejects.toThrow(
    /holds no built checkout of Stint/,
  )
})
