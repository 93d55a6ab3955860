import { join } from 'node:path'
import type { Context } from './command.ts'
import { textFlag } from './values.ts'

/**
 * The service's database: `--db`, else STINT_SERVICE_DATABASE, else a file in the data folder,
 * which is made where it is missing.
 */
export async function serviceDatabase(context: Context): Promise<string> {
  const named = textFlag(context, 'db') ?? context.env['STINT_SERVICE_DATABASE']?.trim()
  if (named !== undefined && named !== '') return named
  const { makePrivateFolder } = await import('#core/node/private-file.ts')
  await makePrivateFolder(context.home)
  return join(context.home, 'service.db')
}
