/** Start at login on Linux: an entry of the XDG Autostart Specification. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

/** What the path of the file depends on; tests pass their own. */
export interface AutostartEnvironment {
  env: Readonly<Record<string, string | undefined>>
  homedir: string
}

/**
 * Returns the path of `stint.desktop` in the autostart folder; relative XDG folders have to be
 * ignored.
 */
export function autostartFile({ env, homedir }: AutostartEnvironment): string {
  const named = env['XDG_CONFIG_HOME']
  const usable = named !== undefined && posix.isAbsolute(named)
  return posix.join(usable ? named : posix.join(homedir, '.config'), 'autostart', 'stint.desktop')
}

/**
 * Writes the file, or removes it where it is this program's. Returns whether the program starts at
 * login now: false also where the person switched it off in the desktop's own settings, which is
 * left alone.
 */
export function setAutostart(file: string, command: readonly string[], enabled: boolean): boolean {
  const text = autostartText(command)
  try {
    const stands = contentOf(file)
    if (!enabled) {
      if (stands === text) rmSync(file)
      return false
    }
    if (stands !== null && isSwitchedOff(stands)) return false
    if (stands !== text) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    return contentOf(file) === text
  } catch {
    return false
  }
}

/** Returns the file's text for a command with its arguments (Desktop Entry Specification, Exec). */
export const autostartText = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Stint',
    'Comment=Time and expense tracking',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')

/**
 * Quotes an argument, escapes special characters, and escapes the result as a value of the file.
 */
const quoted = (argument: string): string => {
  const inQuotes = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${inQuotes}"`
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
}

const isSwitchedOff = (text: string): boolean =>
  /^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(text)

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
