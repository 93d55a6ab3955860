/** docs/SERVICE.md: its statements about settings, units and files are true. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { environmentNames } from '#service/environment.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { testFolder } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(root, 'docs/SERVICE.md'), 'utf8')

const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)![1]!

it('names every setting, and no other', () => {
  const named = new Set(guide.match(/STINT_SERVICE_[A-Z_]*[A-Z]/g))
  expect([...named].sort()).toEqual(Object.values(environmentNames).sort())
  for (const name of capabilities) expect(guide.includes(`| \`${name}\` `), name).toBe(true)
})

it('links to existing files', () => {
  for (const [, target] of guide.matchAll(/\]\(([^)#]+)/g)) {
    expect(existsSync(join(root, 'docs', target!)), target).toBe(true)
  }
})

it('has a container file of known instructions that copies existing files', () => {
  const instructions =
    /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) \S/
  const lines = block('dockerfile').trim().split('\n').filter(Boolean)
  for (const line of lines) expect(line).toMatch(instructions)
  for (const line of lines.filter((one) => /^(CMD|ENTRYPOINT)/.test(one))) {
    expect(JSON.parse(line.slice(line.indexOf('[')))).toBeInstanceOf(Array)
  }
  const check = lines.find((line) => line.startsWith('HEALTHCHECK'))!
  expect(JSON.parse(check.slice(check.indexOf('[')))).toHaveLength(3)
  const fromHere = lines.filter((line) => line.startsWith('COPY') && !line.includes('--from'))
  const files = fromHere.flatMap((line) => line.split(' ').slice(1, -1))
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
})

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0

it('has a unit that systemd accepts without a warning', ({ skip }) => {
  skip(!analyze, 'systemd-analyze is not here (apt-get install systemd)')
  const folder = testFolder()
  const file = join(folder, 'stint.service')
  // The program is not installed here; everything else is as written.
  writeFileSync(file, block('ini').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  const about = checked.stderr.split('\n').filter((line) => line.includes('stint.service'))
  expect(about).toEqual([])
  expect(checked.status).toBe(0)
})
