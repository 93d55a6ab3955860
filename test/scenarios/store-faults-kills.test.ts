/** The process is killed at chosen moments: nothing that was acknowledged is lost. */
import { expect, it } from 'vitest'
import { notes } from '../support/account.ts'
import { acknowledged, folderIn, openAfter, workOn } from '../support/failpoints/work-on.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const moments = [
  'statement:40',
  'commit:1',
  'committed:1',
  'commit:8',
  'committed:8',
  'statement:211',
  'append:1',
  'append:2',
  'fsync:2',
  'rename:1',
]

it.for(moments)('a kill at %s loses nothing that was acknowledged', async (moment) => {
  const home = testFolder()
  const { lines, signal } = await workOn(home, 0, moment)
  // A moment that does not occur any more would test nothing.
  expect(signal).toBe('SIGKILL')
  const again = await workOn(home, 18, 'settled')
  expect(again.lines.filter((line) => line.startsWith('trouble'))).toEqual([])
  const open = await openAfter(folderIn(home))
  const kept = await notes(open)
  const all = [...lines, ...again.lines]
  expect(kept).toEqual(expect.arrayContaining(acknowledged(all)))
  // Work under way may be there in addition: an entry, and the one of a timer.
  const onTheirWay = kept.filter((note) => !acknowledged(all).includes(note))
  expect(onTheirWay.length).toBeLessThanOrEqual(2)
  expect(new Set(kept).size).toBe(kept.length)
})
