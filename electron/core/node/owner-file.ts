/**
 * The file in which the owner of a data folder (owner-lock.ts) says what it is and where its control
 * channel is. It is a hint, which may be left over: the lock decides who is the owner, and a proof
 * (control-protocol.ts) who answers at the channel.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '#shared/rules/parse-json.ts'

/**
 * What runs on a data folder: an app in windows of its own or in a browser, `stint api`, or another
 * command.
 */
const ownerHosts = ['electron', 'browser', 'api', 'command'] as const
export type OwnerHost = (typeof ownerHosts)[number]

export interface ChannelAddress {
  port: number
  /** Both ends of the channel prove that they know it, and never send it. */
  key: string
}

export interface Owner {
  pid: number
  host: OwnerHost
  /** Null while it has none: it is starting or ending, or is a command that will end. */
  channel: ChannelAddress | null
}

export const ownerFile = (home: string): string => join(home, 'owner.json')

/** Returns null without the file, and while it is being written. */
export function readOwner(home: string): Owner | null {
  try {
    const { pid, host, channel } = parseJson(readFileSync(ownerFile(home), 'utf8')) as Owner
    const isOwner = Number.isInteger(pid) && pid > 0 && ownerHosts.includes(host)
    return isOwner ? { pid, host, channel: isAddress(channel) ? channel : null } : null
  } catch {
    return null
  }
}

const isAddress = (channel: ChannelAddress | null): channel is ChannelAddress =>
  Number.isInteger(channel?.port) && typeof channel?.key === 'string'

/** Changes whenever the file is written. */
export function ownerVersion(home: string): string | null {
  const stats = statSync(ownerFile(home), { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino}:${stats.mtimeNs}` : null
}

/**
 * Says that this process is the owner, and has no channel. A disk that refuses it is no reason to
 * stop: others then know that there is an owner, but not which.
 */
export function writeOwner(home: string, host: OwnerHost): void {
  const owner: Owner = { pid: process.pid, host, channel: null }
  try {
    writeFileSync(ownerFile(home), JSON.stringify(owner), { mode: 0o600 })
  } catch {
    removeOwner(home)
  }
}

export function removeOwner(home: string): void {
  try {
    rmSync(ownerFile(home), { force: true })
  } catch {
    // It is only a hint.
  }
}
