import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** What the place depends on; tests give their own. */
export interface Place {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  homedir: string
}

/**
 * The folder that holds everything Stint keeps: the one named by `--home`, else by `STINT_HOME`,
 * else where this platform wants such data. Not created here.
 */
export function dataFolder(given: string | undefined, place: Place = here()): string {
  const { env, platform } = place
  const path = platform === 'win32' ? win32 : posix
  // An empty variable is one that is not set, by the XDG rules and by what shells do.
  const named = [given, env['STINT_HOME']].find((folder) => folder !== undefined && folder !== '')
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

function here(): Place {
  return { platform: process.platform, env: process.env, homedir: homedir() }
}
