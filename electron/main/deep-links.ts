import { app } from 'electron'
import { pageOfLink, readDeepLink } from '#shared/rules/deep-link.ts'
import { quietFlag } from './login-item.ts'

/**
 * Takes links that begin with `stint:` from other programs. A link only shows a page that asks;
 * one that cannot be read shows nothing but the window. To be called before anything is waited
 * for: macOS hands the link over that starts the program before the program is ready, and once.
 *
 * @param show brings the main window up, with a page of it or as it is
 */
export function takeDeepLinks(show: (path?: string) => void): void {
  // From sources it would take links away from a program that is installed. What follows `--` is no
  // option of Electron's, whatever it looks like; only Windows hands over arguments.
  if (app.isPackaged) app.setAsDefaultProtocolClient('stint', process.execPath, ['--'])
  // macOS hands links over; elsewhere the program is started once more with one.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    show(pageOf(link))
  })
  app.on('second-instance', (_event, argv) => {
    const page = pageIn(argv)
    if (page !== undefined || !argv.includes(quietFlag)) show(page)
  })
}

/** The page that the arguments of a start ask for. */
export const pageIn = (argv: readonly string[]): string | undefined => {
  const link = argv.find((argument) => /^stint:/i.test(argument))
  return link === undefined ? undefined : pageOf(link)
}

function pageOf(link: string): string | undefined {
  const read = readDeepLink(link)
  return read.ok ? pageOfLink(read.value) : undefined
}
