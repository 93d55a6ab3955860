import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of PostgreSQL's server programs (`initdb`, `postgres`). On Debian as root (a
 * container, a build machine) a missing one is installed; elsewhere the reader is told the command.
 *
 * @throws when there is none and it could not be installed
 */
export function ensurePostgres(): string {
  const named = process.env['STINT_POSTGRES']
  if (named) {
    if (isServerFolder(named)) return named
    throw new Error(`STINT_POSTGRES names ${named}, where there is no initdb and no postgres.`)
  }
  const found = findPostgres()
  if (found !== undefined) return found
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get')
  if (isDebian && process.getuid?.() === 0) {
    console.error('No PostgreSQL is here; installing Debian’s postgresql …')
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql')
    const installed = findPostgres()
    if (installed !== undefined) return installed
  }
  throw new Error(`The service is also tested on PostgreSQL 13 or newer. ${advice(isDebian)}`)
}

/** Debian's, Fedora's, Homebrew's, or one in the PATH; the newest where there are several. */
function findPostgres(): string | undefined {
  const versioned = [
    ['/usr/lib/postgresql', 'bin'],
    ['/usr', 'bin', 'pgsql-'],
    ['/opt/homebrew/opt', 'bin', 'postgresql@'],
    ['/usr/local/opt', 'bin', 'postgresql@'],
  ].flatMap(([parent = '', bin = '', prefix = '']) =>
    childrenOf(parent)
      .filter((name) => name.startsWith(prefix) && /\d+$/.test(name))
      .toSorted((one, other) => versionIn(other) - versionIn(one))
      .map((name) => join(parent, name, bin)),
  )
  return [...versioned, ...(process.env['PATH'] ?? '').split(':')].find(isServerFolder)
}

const childrenOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

const versionIn = (name: string): number => Number(/\d+$/.exec(name)?.[0])

const isServerFolder = (folder: string): boolean =>
  ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))

function apt(...args: string[]): void {
  const run = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (run.status !== 0) console.error(`apt-get ${args.join(' ')}:\n${run.stdout}${run.stderr}`)
}

function advice(isDebian: boolean): string {
  const elsewhere = 'or set STINT_POSTGRES to the folder of initdb and postgres.'
  if (isDebian) return `Run \`sudo apt-get install postgresql\`, ${elsewhere}`
  if (process.platform === 'darwin') return `Run \`brew install postgresql@17\`, ${elsewhere}`
  return `Install the package \`postgresql\`, ${elsewhere}`
}
