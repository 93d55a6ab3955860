/**
 * Start at login on Linux: an entry of the XDG Autostart Specification. A flatpak writes it too: the
 * background portal answers by a signal, for which neither `dbus-send` nor `gdbus` stays connected.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

/** What the path of the file depends on; tests pass their own. */
export interface AutostartEnvironment {
  env: Readonly<Record<string, string | undefined>>
  homedir: string
}

/**
 * Returns the path of `stint.desktop` in the autostart folder; relative XDG folders have to be
 * ignored. Inside a flatpak, `XDG_CONFIG_HOME` is a folder that only the program sees.
 */
export function autostartFile({ env, homedir }: AutostartEnvironment): string {
  const named = env[isFlatpak(env) ? 'HOST_XDG_CONFIG_HOME' : 'XDG_CONFIG_HOME']
  const usable = named !== undefined && posix.isAbsolute(named)
  return posix.join(usable ? named : posix.join(homedir, '.config'), 'autostart', 'stint.desktop')
}

/** Returns the command that the desktop runs to start the program. */
export function programCommand(env: AutostartEnvironment['env'], executable: string): string[] {
  return isFlatpak(env) ? ['flatpak', 'run', env['FLATPAK_ID']!] : [env['APPIMAGE'] ?? executable]
}

/** Returns whether the program runs inside a flatpak, which sees few folders of the person. */
export const isFlatpak = (env: AutostartEnvironment['env']): boolean =>
  env['FLATPAK_ID'] !== undefined

/**
 * Writes the file, or removes it where it is this program's. Returns whether the program starts at
 * login now: false also where the person switched it off in the desktop's own settings, which is
 * left alone.
 *
 * @param makesFolder false where a missing folder is one that the program isn't allowed to see
 */
export function setAutostart(
  file: string,
  command: readonly string[],
  enabled: boolean,
  makesFolder = true,
): boolean {
  const text = autostartText(command)
  try {
    const current = contentOf(file)
    if (!enabled) {
      if (current === text) rmSync(file)
      return false
    }
    if (current !== null && isSwitchedOff(current)) return false
    if (current !== text) {
      if (makesFolder) mkdirSync(dirname(file), { recursive: true })
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
