/** Why a data folder cannot be used, in words: another process has it (owner-lock.ts). */
import { fail, type Result } from '#shared/errors.ts'
import { connectToApp } from './control-client.ts'
import type { Owner, OwnerHost } from './owner-file.ts'

/**
 * Fails with `conflict`: this process waited long enough.
 * @param owner null: it does not say what it is, so it is a command that has just begun
 */
export function refuseOwned(owner: Owner | null): Result<never> {
  return owner === null || owner.host === 'command'
    ? fail('conflict', 'Another Stint command is using this data folder. Try again when it’s done')
    : refuseSilent(owner)
}

/** Fails with `conflict`: the owner exists, and may write at any time, but does not answer. */
export const refuseSilent = ({ pid }: Pick<Owner, 'pid'>): Result<never> =>
  fail(
    'conflict',
    'Stint (process {pid}) has this data folder open but isn’t responding. Quit it and try again',
    { pid },
  )

/**
 * Says that the owner, which answers, keeps this process from what it is for, by a failure with
 * `conflict`; null: no program proves to be it.
 */
export const refusedBy =
  (wanted: OwnerHost) =>
  async (owner: Owner): Promise<Result<never> | null> => {
    const connected = await connectToApp(owner)
    if (connected.is === 'absent') return null
    if (connected.is === 'silent') return refuseSilent(owner)
    connected.app.close()
    return refuseFor(wanted, owner)
  }

function refuseFor(wanted: OwnerHost, { pid, host }: Owner): Result<never> {
  if (host === 'api')
    return fail(
      'conflict',
      '`stint api` (process {pid}) is using this data folder. Stop it and try again',
      {
        pid,
      },
    )
  if (wanted === 'api')
    return fail(
      'conflict',
      'Stint is open and can serve the API itself: in Settings → Data and backup → Enable local API',
    )
  return fail(
    'conflict',
    host === 'browser'
      ? 'Stint is already open on this data folder, in a browser (process {pid}). Quit it there, or use that one'
      : 'Stint is already open on this data folder, in its own window (process {pid}). Quit it there, or use that one',
    { pid },
  )
}
