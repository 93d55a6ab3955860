/** The connection of an open account to its service, whose address changes where the service moves. */
import type { CorePorts } from '../ports.ts'
import type { ServiceConnection } from '../sync/http/service-client.ts'
import { tokenOf } from './account-token.ts'
import { saveServiceUrl, type AccountRecord, type Home } from './home.ts'

/**
 * @param record an account with a service at this address
 * @param moved called with the address to which a redirect was followed, once it is stored
 */
export function openAccountConnection(
  { secrets, log }: Pick<CorePorts, 'secrets' | 'log'>,
  home: Home,
  record: AccountRecord & { url: string },
  moved: () => void,
): ServiceConnection {
  const { account, kind, url, header, scheme, zone } = record

  /** Another process may have followed the service, or the person agreed there. */
  function readUrl(): void {
    const stored = home.read().accounts.find((one) => one.account === account)
    if (kind === 'connected' && stored?.url) connection.url = stored.url
  }

  const connection: ServiceConnection = {
    url,
    header,
    scheme,
    zone,
    async token() {
      readUrl()
      return tokenOf(secrets, { account, url: connection.url })
    },
    onMove(to) {
      try {
        saveServiceUrl(home, account, to)
      } catch (thrown) {
        // The former address redirects again.
        log.warn('couldn’t store the service’s new address', { why: String(thrown) })
      }
      moved()
    },
  }
  return connection
}
