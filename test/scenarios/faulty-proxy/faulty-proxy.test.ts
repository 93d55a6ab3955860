/**
 * Two machines, a person in a browser and the real service over real HTTP, through a proxy that
 * drops, delays, repeats, cuts and reorders. `run.ts` beside this plays thousands of operations.
 */
import { expect, it } from 'vitest'
import { testFolder } from '../../support/folder.ts'
import { play, type ServiceName } from './play.ts'

const operations = 120
const seed = 1

it.for<[string, ServiceName]>([
  ['everything', 'all'],
  ['nothing beyond the specification', 'none'],
])('both sides agree in the end, with a service that offers %s', async ([, service]) => {
  const played = await play({ seed, operations, service, folder: testFolder() })
  const again = `node test/scenarios/faulty-proxy/run.ts --seed ${seed} --operations ${operations} --service ${service} --trace`
  expect(played.problems, again).toEqual([])
  // A network without faults proves nothing.
  expect(Object.keys(played.faults)).toEqual(
    expect.arrayContaining([
      'drop-request',
      'drop-answer',
      'swallow',
      'slow',
      'twice',
      'truncate',
      'instead',
    ]),
  )
})
