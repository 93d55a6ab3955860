/** Acts that a person does on two machines, each before it knows of the other's. */
import type { Chance } from './chance.ts'
import type { Doing } from './doings.ts'

/** Apart from the days on which the other steps add entries. */
const days = ['2026-11-16', '2026-11-17', '2026-11-21'] as const

/** @returns what happens on each of the two machines, with the milliseconds that pass before it */
export function drawSameAct(from: Chance): readonly [ActStep[], ActStep[]] {
  const day = from.pick(days)
  const place = { project: from.between(0, 2), task: from.between(0, 2) }
  const minutes = from.pick([30, 60, 90])
  const which = from.between(0, 9)
  const isCell = from.percent(70)
  const act = (other: boolean): Doing =>
    isCell
      ? { do: 'cell', day, ...place, minutes: other && from.percent(30) ? minutes + 60 : minutes }
      : { do: 'copy-to', which, day }
  return [drawAround(from, act(false)), drawAround(from, act(true))]
}

type ActStep = Doing & { after: number }

function drawAround(from: Chance, act: Doing): ActStep[] {
  const doings = [act]
  if (from.percent(40)) doings.push({ do: 'cycle' })
  if (from.percent(15)) doings.push({ do: 'undo' })
  if (from.percent(30)) doings.push({ do: 'answer', which: 0, how: from.between(0, 99) })
  return doings.map((doing) => ({ ...doing, after: from.pick([0, 10, 800, 2_500, 20_000]) }))
}
