import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir, release, totalmem, type, userInfo, version } from 'node:os'
import { join, sep } from 'node:path'
import type { MachineFacts } from '../ports.ts'
import { logFolder } from './log.ts'

/** Lines of each log that go into a report. */
const newest = 150

/** Collects facts about the computer for a data folder: the system, the logs, the crash dumps. */
export function machineFacts(home: string): MachineFacts {
  const { node, electron, chrome } = process.versions
  return {
    system: {
      system: `${type()} ${release()}, ${version()}`,
      processor: process.arch,
      memory: `${Math.round(totalmem() / 2 ** 20)} MB`,
      node,
      ...(electron !== undefined && { electron }),
      ...(chrome !== undefined && { chromium: chrome }),
      ...(process.platform === 'linux' && {
        desktop: process.env['XDG_CURRENT_DESKTOP'] ?? 'not named',
        session: process.env['XDG_SESSION_TYPE'] ?? 'not named',
      }),
    },
    // Longest first: a data folder is usually inside the user's home folder.
    private: [home, homedir(), `${sep}${userInfo().username}${sep}`],
    logs: namesIn(logFolder(home))
      .filter((name) => /^[a-z]+\.log$/.test(name))
      .map((name) => ({ name, lines: lastLines(join(logFolder(home), name)) })),
    dumps: dumpsIn(join(home, 'crashes')),
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

function lastLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-newest)
  } catch (reason) {
    return [JSON.stringify({ message: 'unreadable', code: (reason as { code?: string }).code })]
  }
}

/** Crashpad keeps dumps in folders of its own, which differ between systems. */
function dumpsIn(folder: string): MachineFacts['dumps'] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => statSync(join(folder, name)))
    .map(({ mtimeMs, size }) => ({ at: Math.round(mtimeMs), bytes: size }))
}
