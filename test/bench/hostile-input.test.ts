import { expect, it } from 'vitest'
import { readers } from './hostile-input/readers.ts'
import { shapes } from './hostile-input/shapes.ts'
import { quickRun } from './quick-run.ts'

it('takes every reader through texts that are made to take long', async () => {
  const { printed, results: figures } = await quickRun<{ reader: string }[]>(['hostile-input'])
  expect(figures.map(({ reader }) => reader)).toEqual(readers.map(({ name }) => name))
  expect(printed).toContain(`${readers.length} of ${readers.length} readers`)
})

it('makes texts of about the length that is asked for, of each kind once', () => {
  const made = shapes()
  expect(new Set(made.map(([name]) => name)).size).toBe(made.length)
  for (const [name, make] of made) {
    expect(Math.abs(make(2_000).length - 2_000), name).toBeLessThan(10)
  }
})
