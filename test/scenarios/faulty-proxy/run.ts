/**
 * `node test/scenarios/faulty-proxy/run.ts`: plays worlds over real connections, thousands of
 * operations in each. With a single seed it prints what happens.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { playKills } from './kills.ts'
import { folderFor, play, services, type ServiceName } from './play.ts'

const usage = `node test/scenarios/faulty-proxy/run.ts [options]

  --operations N  in each world; 2,000 unless given
  --seed S        the first seed; 1 unless given
  --seeds N       so many seeds; 1 unless given
  --service NAME  all or none; both unless given
  --commands N    instead: N commands of the program in each of two folders, killed at any moment
  --trace         prints what happens`

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    service: { type: 'string' },
    commands: { type: 'string' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function playAll(): Promise<boolean> {
  const names = (Object.keys(services) as ServiceName[]).filter(
    (name) => values.service === undefined || values.service === name,
  )
  const folder = mkdtempSync(join(tmpdir(), 'stint-proxy-'))
  let held = true
  try {
    for (let n = 0; n < Number(values.seeds); n++) {
      for (const service of names)
        held = (await playOne(folder, Number(values.seed) + n, service)) && held
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return held
}

async function playOne(folder: string, seed: number, service: ServiceName): Promise<boolean> {
  const { commands, operations } = values
  const from = performance.now()
  const extent = commands === undefined ? `--operations ${operations}` : `--commands ${commands}`
  const again = `node test/scenarios/faulty-proxy/run.ts --seed ${seed} --service ${service} ${extent} --trace`
  const world = {
    seed,
    service,
    folder: folderFor(folder, { seed, service }),
    ...(values.trace ? { onStep: (line: string) => console.log(line) } : {}),
  }
  try {
    const { problems, ...figures } = await (commands === undefined
      ? play({ ...world, operations: Number(operations) })
      : playKills({ ...world, commands: Number(commands), start: Date.UTC(2026, 10, 19, 15) }))
    const seconds = ((performance.now() - from) / 1_000).toFixed(1)
    console.log(`seed ${seed}, service ${service}: ${seconds} s`, JSON.stringify(figures))
    for (const problem of problems) console.log(`  ${problem}`)
    if (problems.length > 0) console.log(`  again: ${again}`)
    return problems.length === 0
  } catch (thrown) {
    console.log(`seed ${seed}, service ${service}:`, thrown)
    console.log(`  again: ${again}`)
    return false
  }
}

if (values.help) console.log(usage)
else if (!(await playAll())) process.exitCode = 1
