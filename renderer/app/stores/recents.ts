/** The last distinct pairs of project and task: what "Start again" offers. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { useClock } from './clock.ts'
import { changeOf, useMirror } from './mirror.ts'

export interface RecentWork {
  project: NonNullable<TimeEntry['project']>
  task: NonNullable<TimeEntry['task']>
}

const offered = 4
/** Days back. */
const looked = 30

/** The first four distinct pairs, in the order given. */
function distinctWork(entries: TimeEntry[]): RecentWork[] {
  const pairs = new Map<string, RecentWork>()
  for (const { project, task } of entries) {
    if (!project || !task || project.deleted || task.deleted) continue
    const key = `${project.local} ${task.local}`
    if (!pairs.has(key)) pairs.set(key, { project, task })
    if (pairs.size === offered) break
  }
  return [...pairs.values()]
}

export const useRecents = defineStore('recents', () => {
  const client = useClient()
  const clock = useClock()
  const work = shallowRef<RecentWork[]>([])

  async function read() {
    const { today } = clock
    const { entries } = await client.call('times.days', {
      from: addDays(today, -looked),
      to: today,
    })
    work.value = distinctWork(entries)
  }
  useMirror(read, changeOf('time', 'project', 'task'))

  return { work }
})
