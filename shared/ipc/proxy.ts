/**
 * How requests leave this computer: by the system's settings, directly, or through a named proxy.
 */
import { z } from '../resources/zod.ts'

/** A proxy as it is stored: scheme, host and port, and never a name or a password. */
const address = z
  .string('Enter an address, like proxy.example.com:3128')
  .regex(
    /^https?:\/\/(?:[^\s/@:[\]?#]+|\[[\da-f:.]+\]):\d{1,5}$/,
    'Enter an address, like proxy.example.com:3128',
  )

/**
 * A host, all hosts of a domain, or a range of addresses by its prefix length; `*` means all hosts.
 */
export const isProxyExemption = (text: string): boolean =>
  /^(?:\*|(?:\*?\.)?[^\s/@:[\]*?#]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?|[\da-f:.]+\/\d{1,3})$/i.test(
    text,
  )

export const proxySettings = z
  .strictObject({
    way: z.enum(['system', 'none', 'named']),
    address: address.nullable(),
    /** Hosts that are reached without the proxy. */
    except: z
      .array(z.string().refine(isProxyExemption, 'Enter hosts, like intranet.example.com'))
      .max(200, 'Enter 200 hosts or fewer'),
    /** User name at the proxy; its password is stored where tokens are. */
    user: z.string().min(1).max(200).nullable(),
  })
  .refine(({ way, address }) => way !== 'named' || address !== null, {
    error: 'Enter an address, like proxy.example.com:3128',
    path: ['address'],
  })
export type ProxySettings = z.output<typeof proxySettings>

export const proxyDefaults: ProxySettings = {
  way: 'system',
  address: null,
  except: [],
  user: null,
}

/**
 * Why nothing gets through a proxy. `login`: it requires a name and password. `away`: it is of no
 * use for another reason, such as no reply, no way to the service, or an unsupported sign-in.
 */
export type ProxyFailure = 'login' | 'away'

/** The state around the setting. Proxies as `host:port`, without name and password. */
export interface NetworkState {
  /** The system's proxy for the service; null: none. */
  system: string | null
  /** A password is stored for the named proxy. */
  password: boolean
}

/** The result of a test request to the open account's service. */
export interface ConnectionTest {
  reached: boolean
  /** The proxy that the request used, as `host:port`; null: none. */
  through: string | null
  /** Why the service was not reached, in a plain sentence. */
  problem: string | null
  proxy: ProxyFailure | null
}
