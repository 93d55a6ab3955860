import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, autoUpdater, Notification } from 'electron'
import { programFolder } from '#core/node/program-folder.ts'
import type { Log } from '#core/ports.ts'
import type { CoreView } from './core-view.ts'

const interval = 6 * 60 * 60_000

/**
 * Looks for a newer version every six hours, where this one was packaged with the address of a
 * feed (`updates` in its package.json) for a system that can replace programs; anywhere else it is
 * off. What was fetched takes over at the next start: a running timer is never in its way.
 */
export function lookForUpdates(log: Log, view: CoreView): { close(): void } | null {
  const isAble = process.platform === 'darwin' || process.platform === 'win32'
  const feed = isAble && app.isPackaged ? feedOfPackage() : undefined
  if (feed === undefined) return null
  autoUpdater.on('error', (reason) => log.info('no newer version', { reason: reason.message }))
  autoUpdater.on('update-downloaded', () => {
    const { title, text } = view.words().update
    new Notification({ title, body: text }).show()
  })
  autoUpdater.setFeedURL({ url: feed })
  const look = () => autoUpdater.checkForUpdates()
  const looking = setInterval(look, interval)
  look()
  return { close: () => clearInterval(looking) }
}

/** An address that answers as Squirrel expects. */
function feedOfPackage(): string | undefined {
  const text = readFileSync(join(programFolder(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { updates?: string }).updates
}
