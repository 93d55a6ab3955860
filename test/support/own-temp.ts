/** The temporary folder of the tests of one run, and of the programs that they start. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'stint-tests-'

/**
 * Gives this process, and all that it starts, a temporary folder of its own, that is deleted when
 * it ends: a browser that is killed leaves one behind for each of its windows. Once for a run: its
 * configuration is read for each of its projects, and a path that grows is too long for a browser's
 * socket.
 */
export function useOwnTemp(): void {
  if (basename(tmpdir()).startsWith(prefix)) return
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // The system's mode: some programs under test run as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
