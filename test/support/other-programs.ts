/**
 * Independent programs that check our files. Debian has all of them; where one is missing, the
 * tests that need it are skipped with a hint how to install it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** By the name of the program. */
export const packages = {
  ssconvert: 'gnumeric',
  timew: 'timewarrior',
  icalendar: 'python3-icalendar',
  pdftotext: 'poppler-utils',
  pngquant: 'pngquant',
  'dbus-daemon': 'dbus',
  gdbus: 'libglib2.0-bin',
  dbusmock: 'python3-dbusmock',
  'dpkg-deb': 'dpkg',
  strip: 'binutils',
  lintian: 'lintian',
  'desktop-file-validate': 'desktop-file-utils',
  appstreamcli: 'appstream',
  rpmbuild: 'rpm',
  rpmlint: 'rpmlint',
  'flatpak-builder': 'flatpak-builder',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
} as const
export type OtherProgram = keyof typeof packages

/** Debian’s own Python and where it keeps modules: another one in the PATH does not have them. */
export const debianPython = '/usr/bin/python3'
const pythonModules = '/usr/lib/python3/dist-packages'

export function isHere(program: OtherProgram): boolean {
  if (program === 'icalendar' || program === 'dbusmock') {
    return existsSync(join(pythonModules, program))
  }
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** On Debian as root (a container, a build machine) installs what is missing, all at once. */
export function ensureOtherPrograms(programs: readonly OtherProgram[]): void {
  const missing = programs.filter((program) => !isHere(program))
  if (missing.length === 0) return
  const names = missing.map((program) => packages[program])
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get')
  if (isDebian && process.getuid?.() === 0) {
    console.error(`Installing Debian’s ${names.join(', ')} …`)
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...names)
  }
  for (const program of missing.filter((one) => !isHere(one))) {
    console.log(`tests with ${program}: skipped: it comes with the package ${packages[program]}`)
  }
}

/** Waits for another apt, but not long for a registry that does not answer. */
const patience = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::http::Timeout=10']

function apt(...args: string[]): void {
  const run = spawnSync('apt-get', [...patience, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (run.status !== 0) console.error(`apt-get ${args.join(' ')}:\n${run.stdout}${run.stderr}`)
}
