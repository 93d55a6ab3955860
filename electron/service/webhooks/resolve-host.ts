/**
 * Resolves the host names of webhooks. `dns.lookup` occupies a thread of a small pool for as long as
 * a name server does not respond, so a few dead names would stop the look-ups of everybody. Names
 * are therefore resolved over sockets that can be closed; what the system's resolver adds to DNS
 * (the hosts file, `localhost`, search domains) is done here.
 */
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** For a whole look-up, milliseconds. */
export const lookupTimeout = 3_000

export type ResolvedHost =
  { is: 'resolved'; addresses: readonly string[] } | { is: 'unresolved'; why: string }

/** Resolves a host name to at least one IP address. Never throws. */
export type ResolveHost = (name: string) => Promise<ResolvedHost>

/** What differs in tests. */
export interface HostResolverOptions {
  hostsFile?: string
  /** Its search domains are used; Node reads the name servers from the system's own. */
  resolverFile?: string
  /** IP addresses with optional ports; those of the system by default. */
  nameServers?: readonly string[]
  /** Milliseconds. */
  timeout?: number
}

const systemHostsFile =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts'

export function createHostResolver({
  hostsFile = systemHostsFile,
  resolverFile = '/etc/resolv.conf',
  nameServers,
  timeout = lookupTimeout,
}: HostResolverOptions = {}): ResolveHost {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    const local = addressesIn(await readLines(hostsFile), name)
    if (local.length > 0) return { is: 'resolved', addresses: local }
    // RFC 6761, 6.3: never asked of a name server, which could answer with any address.
    if (/(^|\.)localhost$/.test(name)) return { is: 'resolved', addresses: ['127.0.0.1', '::1'] }

    const candidates = host.endsWith('.')
      ? [name]
      : withSearchDomains(name, await readLines(resolverFile))
    // A resolver of its own knows the current name servers, and is canceled alone.
    const servers = nameServers ?? new Resolver().getServers()
    const resolver = new Resolver({
      timeout: Math.ceil(timeout / Math.max(1, servers.length)),
      tries: 1,
    })
    if (nameServers) resolver.setServers(nameServers)
    let late = false
    const limit = setTimeout(() => {
      late = true
      resolver.cancel()
    }, timeout)
    try {
      let failure: unknown
      for (const candidate of candidates) {
        if (late) break
        const answers = await Promise.allSettled([
          resolver.resolve4(candidate),
          resolver.resolve6(candidate),
        ])
        const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        if (addresses.length > 0) return { is: 'resolved', addresses }
        if (candidate === name) failure = mainFailure(answers)
      }
      return { is: 'unresolved', why: reasonOf(host, late ? undefined : codeOf(failure), timeout) }
    } finally {
      clearTimeout(limit)
    }
  }
}

/** The lines of a file without comments, divided at spaces; none if it cannot be read. */
async function readLines(file: string): Promise<string[][]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  )
}

const addressesIn = (hosts: string[][], name: string): string[] =>
  hosts.flatMap(([address = '', ...names]) =>
    isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [],
  )

/** The full names that a name may stand for, in the order in which they are tried. */
function withSearchDomains(name: string, settings: string[][]): string[] {
  const last = settings.findLast(([keyword]) => keyword === 'search' || keyword === 'domain')
  const searched = (last ?? []).slice(1).map((domain) => `${name}.${domain}`)
  return name.includes('.') ? [name, ...searched] : [...searched, name]
}

const codeOf = (cause: unknown): string | undefined => (cause as { code?: string }).code

/** Of the failures for IPv4 and IPv6, the one that is not just a missing record. */
function mainFailure(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const causes = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return causes.find((cause) => codeOf(cause) !== 'ENODATA') ?? causes[0]
}

/** @param code undefined if the time was over */
function reasonOf(host: string, code: string | undefined, timeout: number): string {
  switch (code) {
    case undefined:
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return `No name server responded for ${host} within ${timeout / 1000} seconds`
    case 'ENOTFOUND':
    case 'EBADNAME':
      return `The host name ${host} is unknown`
    case 'ENODATA':
      return `The host name ${host} has no IP address`
    default:
      return `The host name ${host} couldn’t be looked up (${code})`
  }
}
