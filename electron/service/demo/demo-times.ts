/**
 * The demo's times: the work of each person on each workday, computed from the clock and a seed.
 */
import { addDays, civilAt, daysBetween, weekdayNumber } from '#shared/rules/calendar.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import type { SeededRandom } from './seeded-random.ts'
import { demoProjects, type DemoProjectCode, type DemoTaskName } from './demo-organisation.ts'
import { demoProjectWeights, demoWork } from './demo-work.ts'

export interface DemoTime {
  /** Position in the list of users. */
  user: number
  project: DemoProjectCode
  task: DemoTaskName
  date: string
  start: number
  quantity: number
  notes: string
}

/** How far back the demo goes: four months. */
export const demoLengthInDays = 121

/** No entry begins after six in the evening. */
const latestStart = 1080

/** Fewest and most entries of a workday, by user. */
const dailyEntries = [
  [2, 4],
  [0, 2],
  [0, 2],
] as const

const increments = new Map<DemoProjectCode, number>(
  demoProjects.map(({ code, increment }) => [code, increment]),
)

/** Oldest first; the last two or three are today's, finished before now. */
export function createDemoTimes(chance: SeededRandom, now: number, zone: string): DemoTime[] {
  const today = civilAt(now, zone)
  const times: DemoTime[] = []
  for (let day = addDays(today.date, -demoLengthInDays); day < today.date; day = addDays(day, 1)) {
    if (weekdayNumber(day) > 5) continue
    dailyEntries.forEach(([least, most], user) => {
      const minutes = chance.between(least, most)
      for (const time of workday(chance, user, day, today.date, minutes)) times.push(time)
    })
  }
  return [...times, ...thisDay(chance, today)]
}

function workday(
  chance: SeededRandom,
  user: number,
  date: string,
  today: string,
  entries: number,
): DemoTime[] {
  const times: DemoTime[] = []
  // Half past eight to half past nine, on a quarter of an hour.
  let start = 510 + 15 * chance.between(0, 4)
  for (let entry = 0; entry < entries && start <= latestStart; entry++) {
    const time = timeAt(chance, user, date, today, start, chance.between(2, 9) * 15)
    times.push(time)
    const minutes = time.quantity * increments.get(time.project)!
    start += minutes + chance.pick([0, 0, 15, 45])
  }
  return times
}

/**
 * Today's entries are counted back from now, so that they exist at any hour that has room for them.
 */
function thisDay(
  chance: SeededRandom,
  { date, minute }: { date: string; minute: number },
): DemoTime[] {
  return [
    { ago: 200, minutes: 60 },
    { ago: 120, minutes: 45 },
    { ago: 50, minutes: 30 },
  ]
    .map(({ ago, minutes }) => ({ start: Math.floor((minute - ago) / 5) * 5, minutes }))
    .filter(({ start }) => start >= 0)
    .map(({ start, minutes }) => timeAt(chance, 0, date, date, start, minutes))
}

function timeAt(
  chance: SeededRandom,
  user: number,
  date: string,
  today: string,
  start: number,
  minutes: number,
): DemoTime {
  // The catalog was finished six weeks ago.
  const finished = daysBetween(date, today) > 42 && chance.fraction() < 0.12
  const project: DemoProjectCode = finished ? 'CAT' : chance.pick(demoProjectWeights)
  const [task, notes] = chance.pick(demoWork[project])
  const quantity = countIncrements(minutes * 60, increments.get(project)!, 'down')
  return { user, project, task, date, start, quantity, notes }
}
