import { resolve } from 'node:path'
import { app } from 'electron'
import { pageOfLink, readDeepLink } from '#shared/rules/deep-link.ts'

/**
 * Takes links that begin with `stint:` from other programs. A link only shows a page that asks;
 * one that cannot be read shows nothing but the window.
 *
 * @param show brings the main window up, with a page of it or as it is
 */
export function takeDeepLinks(show: (path?: string) => void): void {
  // Started from sources, the program that is started is Electron, and the app its argument.
  if (app.isPackaged) app.setAsDefaultProtocolClient('stint')
  else app.setAsDefaultProtocolClient('stint', process.execPath, [resolve(app.getAppPath())])
  // macOS hands links over; elsewhere the program is started once more with one.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    show(pageOf(link))
  })
  app.on('second-instance', (_event, argv) => show(pageIn(argv)))
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
