/**
 * The command line beside Timewarrior's, as whole processes: as many entries in both, each with
 * words of its own, on the same days.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSystemClock } from '#core/node/clock.ts'
import { openStore } from '#core/store/open/open-store.ts'
import { unwrap } from '#shared/errors.ts'
import { fillHome } from './filled-home.ts'
import { median } from './plain-table.ts'

/** Milliseconds of the whole process, medians. */
export interface CommandFigure {
  work: string
  stint: number
  timewarrior: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const environment = { ...process.env, TZ: 'UTC' }

const works = [
  { work: 'status', stint: ['status'], timewarrior: [] },
  {
    work: 'list of a day',
    stint: ['times', 'list', '--date', '2026-11-20', '--limit', '100'],
    timewarrior: ['summary', '2026-11-20', '-', '2026-11-21'],
  },
  {
    work: 'list of a day, summary of a week',
    stint: ['times', 'list', '--date', '2026-11-20', '--limit', '100'],
    timewarrior: ['summary', '2026-11-16', '-', '2026-11-23'],
  },
  {
    work: 'report of a week',
    stint: ['report', '--from', '2026-11-16', '--to', '2026-11-22', '--whose', 'everyone'],
    timewarrior: ['summary', '2026-11-16', '-', '2026-11-23'],
  },
]

/** Nothing when Timewarrior is not installed. */
export async function timewarrior(
  folder: string,
  entries: number,
  turns: number,
): Promise<CommandFigure[]> {
  if (spawnSync('timew', ['--version']).status !== 0) return []
  const [home, other] = [join(folder, 'stint'), join(folder, 'timewarrior')]
  await fillTimewarrior(await fillHome(home, entries), other)

  const program = join(root, 'electron/cli/stint.cjs')
  const run = {
    stint: (words: string[]) => timed(process.execPath, [program, ...words], { STINT_HOME: home }),
    timewarrior: (words: string[]) => timed('timew', words, { TIMEWARRIORDB: other }),
  }
  return works.map((one) => {
    const taken = { stint: [] as number[], timewarrior: [] as number[] }
    for (let turn = 0; turn <= turns; turn++) {
      const [stint, timewarrior] = [run.stint(one.stint), run.timewarrior(one.timewarrior)]
      // The first time, files come from the disk.
      if (turn === 0) continue
      taken.stint.push(stint)
      taken.timewarrior.push(timewarrior)
    }
    return {
      work: one.work,
      stint: median(taken.stint)!,
      timewarrior: median(taken.timewarrior)!,
    }
  })
}

/** The same days, twelve minutes an entry: its intervals are one person's and never overlap. */
async function fillTimewarrior(file: string, folder: string): Promise<void> {
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'timewarrior.cfg'), '')
  const store = unwrap(
    await openStore({ file, groups: ['model', 'client'], now: unwrap(createSystemClock()).now() }),
  )
  const rows = await store.db
    .selectFrom('time_entry as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .innerJoin('task as k', 'k.id', 'e.task_id')
    .select(['e.date', 'e.notes', 'p.name as project', 'k.name as task'])
    .orderBy('e.date')
    .orderBy('e.id')
    .execute()
  await store.close()
  const months = new Map<string, string[]>()
  const ofDay = new Map<string, number>()
  for (const { date, notes, project, task } of rows) {
    const nth = ofDay.get(date) ?? 0
    ofDay.set(date, nth + 1)
    const begin = Date.parse(`${date}T06:00:00Z`) + nth * 12 * 60_000
    const at = (instant: number) =>
      `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    const annotation = notes === null ? '' : ` # "${notes}"`
    const line = `inc ${at(begin)} - ${at(begin + 12 * 60_000)} # "${project}" "${task}"${annotation}`
    const month = date.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), line])
  }
  for (const [month, lines] of months) {
    appendFileSync(join(folder, 'data', `${month}.data`), `${lines.join('\n')}\n`)
  }
}

function timed(program: string, words: string[], given: Record<string, string>): number {
  const from = performance.now()
  const done = spawnSync(program, words, {
    env: { ...environment, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  const milliseconds = performance.now() - from
  // Timewarrior's status is 1 when nothing runs.
  const isIdle = program === 'timew' && words.length === 0
  if (done.status !== 0 && !isIdle) {
    throw new Error(`${program} ${words.join(' ')}: ${done.stdout}${done.stderr}`)
  }
  return milliseconds
}
