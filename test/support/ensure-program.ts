import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export type Program = 'bash' | 'zsh' | 'fish' | 'mandoc'

/**
 * True when the program is here, after an attempt to install it on a machine that is disposable.
 */
export function ensureProgram(program: Program): boolean {
  if (isHere(program)) return true
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get')
  if (isDebian && process.getuid?.() === 0) {
    console.error(`No ${program} is here; installing Debian’s …`)
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', program)
    if (isHere(program)) return true
  }
  console.error(`Tests with ${program} are left out. ${advice(program, isDebian)}`)
  return false
}

/** Some print their version with another flag: starting at all is what counts. */
const isHere = (program: Program): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

function apt(...args: string[]): void {
  const run = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (run.status !== 0) console.error(`apt-get ${args.join(' ')}:\n${run.stdout}${run.stderr}`)
}

function advice(program: Program, isDebian: boolean): string {
  if (isDebian) return `\`sudo apt-get install ${program}\` brings it.`
  if (process.platform === 'darwin') return `\`brew install ${program}\` brings it.`
  return `Install the package \`${program}\` for them.`
}
