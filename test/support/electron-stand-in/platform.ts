/** The system that the program is told it runs on, and the calls it made for that system. */

/** `linux` unless a test names another; only what the program does differs, not the machine. */
export const platform = (process.env['STAND_IN_PLATFORM'] ?? process.platform) as NodeJS.Platform

/** Whether the program runs from a package, as `STAND_IN_PACKAGED` says. */
export const isPackaged = process.env['STAND_IN_PACKAGED'] === '1'

/** Calls that only Windows, macOS or a package has, in their order. */
export const recorded: { call: string; input: unknown }[] = []

export const record = (call: string, input: unknown): void => void recorded.push({ call, input })

/** Electron has no such function elsewhere: the call throws, as it does there. */
export function only(systems: readonly NodeJS.Platform[], call: string): void {
  if (!systems.includes(platform)) throw new TypeError(`${call} is not a function on ${platform}`)
}

/** Whether the program uses Wayland, which Electron does where the session does. */
export const isOnWayland =
  platform === 'linux' &&
  process.env['XDG_SESSION_TYPE'] === 'wayland' &&
  !process.argv.includes('--ozone-platform=x11')
