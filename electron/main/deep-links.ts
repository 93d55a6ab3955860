import { app } from 'electron'
import { toLinkPage, parseDeepLink } from '#shared/rules/deep-link.ts'
import { quietFlag } from './login-item.ts'

/**
 * Handles `stint:` links from other programs. A link only shows a page that asks; an unreadable one
 * just shows the window. Has to be called before anything is awaited: macOS delivers the link that
 * starts the program before it is ready, and only once.
 *
 * @param show brings the main window up, with a page of it or as it is
 */
export function handleDeepLinks(show: (path?: string) => void): void {
  // A run from sources would take links away from the installed program. Electron does not
  // interpret what follows `--` as its own options; only Windows passes arguments.
  if (app.isPackaged) app.setAsDefaultProtocolClient('stint', process.execPath, ['--'])
  // macOS delivers links as events; elsewhere the program is started again with the link.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    show(pageOf(link))
  })
  app.on('second-instance', (_event, argv) => {
    const page = pageFromArguments(argv)
    if (page !== undefined || !argv.includes(quietFlag)) show(page)
  })
}

/** Returns the page that the arguments of a start request. */
export const pageFromArguments = (argv: readonly string[]): string | undefined => {
  const link = argv.find((argument) => /^stint:/i.test(argument))
  return link === undefined ? undefined : pageOf(link)
}

function pageOf(link: string): string | undefined {
  const read = parseDeepLink(link)
  return read.ok ? toLinkPage(read.value) : undefined
}
