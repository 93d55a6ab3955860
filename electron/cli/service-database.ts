import { join } from 'node:path'
import { ok, type Result } from '#shared/errors.ts'
import type { CommandContext } from './command.ts'
import { textFlag } from './parse-values.ts'
import { reject } from './language.ts'

/**
 * Returns the service's database: `--db`, else STINT_SERVICE_DATABASE, else a file in the data
 * folder, which is created where it is missing. Fails with `usage` on a flag with a password: every
 * user of the computer can read the arguments of a program.
 */
export async function serviceDatabase(context: CommandContext): Promise<Result<string>> {
  const flag = textFlag(context, 'db')
  if (flag !== undefined && URL.parse(flag)?.password) {
    return reject(
      'usage',
      'Anyone on this computer can read a password in --db. Use PGPASSWORD, ~/.pgpass, or STINT_SERVICE_DATABASE instead',
    )
  }
  const named = flag ?? context.env['STINT_SERVICE_DATABASE']?.trim()
  if (named !== undefined && named !== '') return ok(named)
  const { makePrivateFolder } = await import('#core/private-folder.ts')
  makePrivateFolder(context.home)
  return ok(join(context.home, 'service.db'))
}
