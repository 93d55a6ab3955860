/** A PostgreSQL server of the tests' own: a fresh cluster in a temporary folder, on a socket there. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensurePostgres } from './ensure-postgres.ts'

/** The connection data of the server; plain data, to be passed to other processes. */
export interface PostgresServer {
  /** The folder of its socket. */
  host: string
  user: string
}

/** The address of one of its databases, as `stint serve --db` takes it. */
export const addressOf = ({ host, user }: PostgresServer, database: string): string =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`

export interface RunningPostgres extends PostgresServer {
  readonly pid: number
  stop(): Promise<void>
}

export interface ServerOptions {
  /**
   * Waits for the disk as a server in use does. Without, a commit survives every process, though
   * not a power cut: enough for tests, in a fraction of the time.
   */
  durable?: boolean
}

/**
 * Creates a cluster and starts a server over it. Throws with the server's output when it does not
 * start.
 */
export async function startPostgres({
  durable = false,
}: ServerOptions = {}): Promise<RunningPostgres> {
  const programs = ensurePostgres()
  const folder = mkdtempSync(join(tmpdir(), 'stint-postgres-'))
  const account = unprivileged()
  if (account) chownSync(folder, account.uid, account.gid)
  const run = { ...account, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  const data = join(folder, 'data')
  const user = 'postgres'

  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      `--username=${user}`,
      '--auth=trust',
      '--encoding=UTF8',
      // Letters beyond ASCII are letters, in an order that does not depend on the machine's
      // language.
      process.platform === 'linux' ? '--locale=C.UTF-8' : '--no-locale',
      '--no-sync',
    ],
    { ...run, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`)

  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'shared_buffers=128MB',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...run, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(server, 'exit')
  const quit = () => server.kill('SIGQUIT')
  process.once('exit', quit)

  const said: string[] = []
  const lines = createInterface(server.stderr)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    void ended.then(() => reject(new Error(`postgres ended: ${said.join('\n')}`)))
  })
  // It keeps writing, and would wait for a reader.
  lines.removeAllListeners('line')
  server.stderr.resume()

  return {
    host: folder,
    user,
    pid: server.pid!,
    async stop() {
      // A fast shutdown: open transactions end, nothing is lost.
      server.kill('SIGINT')
      await ended
      process.off('exit', quit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as the account that its package created. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and no user “postgres” is here.')
  return { uid, gid }
}
