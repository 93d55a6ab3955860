import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** What the folder depends on; tests pass their own. */
export interface DataFolderEnvironment {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  homedir: string
}

/**
 * Returns the folder in which Stint stores everything: the one named by `--home`, otherwise by
 * `STINT_HOME`, otherwise the platform's place for such data. Does not create it.
 */
export function dataFolder(
  option: string | undefined,
  place: DataFolderEnvironment = here(),
): string {
  const { env, platform } = place
  const path = platform === 'win32' ? win32 : posix
  // An empty variable counts as unset, as in the XDG rules and in shells.
  const named = [option, env['STINT_HOME']].find((folder) => folder !== undefined && folder !== '')
  if (named !== undefined) return path.resolve(named)
  switch (platform) {
    case 'win32':
      return path.join(env['APPDATA'] || path.join(place.homedir, 'AppData', 'Roaming'), 'Stint')
    case 'darwin':
      return path.join(place.homedir, 'Library', 'Application Support', 'Stint')
    default: {
      const data = env['XDG_DATA_HOME']
      // A relative XDG folder has to be ignored (XDG Base Directory Specification).
      const usable = data !== undefined && path.isAbsolute(data)
      return path.join(usable ? data : path.join(place.homedir, '.local', 'share'), 'stint')
    }
  }
}

function here(): DataFolderEnvironment {
  return { platform: process.platform, env: process.env, homedir: homedir() }
}
