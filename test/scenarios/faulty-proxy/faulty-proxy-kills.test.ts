/** The command line and the service as real processes, killed at any moment, behind the same proxy. */
import { expect, it } from 'vitest'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'
import { playKills } from './kills.ts'

const { now } = playAt('2026-11-19T15:00[UTC]')
const commands = 8
const seed = 1

// The bare service, where a kill can do most; `run.ts --commands` plays both.
it('what was saved is on the service once, whichever process was killed', async () => {
  const played = await playKills({
    ...{ seed, commands, service: 'none' as const },
    folder: testFolder(),
    start: now(),
  })
  expect(played.problems, `seed ${seed}`).toEqual([])
  expect(played.killed).toBeGreaterThan(0)
  expect(played.serviceKilled).toBeGreaterThan(0)
})
