/** What system the program is to believe it runs on, and what it told that system. */

/** `linux` unless a test names another; only what the program does differs, not the machine. */
export const platform = (process.env['STAND_IN_PLATFORM'] ?? process.platform) as NodeJS.Platform

/** Whether the program runs from a package, as `STAND_IN_PACKAGED` says. */
export const isPackaged = process.env['STAND_IN_PACKAGED'] === '1'

/** Calls that only Windows, macOS or a package knows, in the order in which they came. */
export const recorded: { call: string; input: unknown }[] = []

export const record = (call: string, input: unknown): void => void recorded.push({ call, input })

/** Electron has no such function elsewhere: the call throws, as it does there. */
export function only(systems: readonly NodeJS.Platform[], call: string): void {
  if (!systems.includes(platform)) throw new TypeError(`${call} is not a function on ${platform}`)
}

/** Whether the program draws by Wayland, which Electron does where the session is one of it. */
export const isOnWayland =
  platform === 'linux' &&
  process.env['XDG_SESSION_TYPE'] === 'wayland' &&
  !process.argv.includes('--ozone-platform=x11')
