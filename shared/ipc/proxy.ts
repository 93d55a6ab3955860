/** How requests leave this machine: as the system says, straight, or through a proxy that is named. */
import { z } from '../resources/zod.ts'

/** A proxy as it is kept: scheme, host and port, and never a name or a password. */
const address = z
  .string('Enter an address, like proxy.example.com:3128')
  .regex(
    /^https?:\/\/(?:[^\s/@:[\]?#]+|\[[\da-f:.]+\]):\d{1,5}$/,
    'Enter an address, like proxy.example.com:3128',
  )

/** A host, all hosts of a domain, or addresses with so many first bits: `*` are all. */
export const isExemption = (text: string): boolean =>
  /^(?:\*|(?:\*?\.)?[^\s/@:[\]*?#]+(?::\d{1,5})?|\[[\da-f:.]+\](?::\d{1,5})?|[\da-f:.]+\/\d{1,3})$/i.test(
    text,
  )

export const proxySettings = z
  .strictObject({
    way: z.enum(['system', 'none', 'named']),
    address: address.nullable(),
    /** Hosts that are reached without it. */
    except: z
      .array(z.string().refine(isExemption, 'Enter hosts, like intranet.example.com'))
      .max(200, 'Enter 200 hosts or fewer'),
    /** Who the proxy knows; a password is kept where tokens are. */
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

/** Why nothing gets through a proxy: it wants a name and password, or is no help otherwise. */
export type ProxyTrouble = 'login' | 'away'

/** What stands around the setting. Proxies as `host:port`, without name and password. */
export interface NetworkState {
  /** The one that the system names for the service; null: none. */
  system: string | null
  /** A password is kept for the proxy that is named. */
  password: boolean
}

/** What a request to the open account's service came to. */
export interface WayTried {
  reached: boolean
  /** The proxy that it went through, as `host:port`; null: none. */
  through: string | null
  /** Why it was not reached, in a plain sentence. */
  problem: string | null
  proxy: ProxyTrouble | null
}
