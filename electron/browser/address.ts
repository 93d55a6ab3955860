import { launchToken } from '#core/node/launch-token.ts'

/** The app's address. Fragments are not sent: the token reaches only the page. */
export const appUrl = (port: number, token: string): string =>
  `http://127.0.0.1:${port}/#token=${token}`

export interface Tickets {
  issue(): string
  redeem(ticket: string): boolean
}

/**
 * Tickets that open the app once, within a minute. A browser is started with the address among
 * its arguments, which every program on the machine can read: a token that lasts must not stand
 * there.
 */
export function tickets(now: () => number = Date.now): Tickets {
  const valid = new Map<string, number>()
  return {
    issue() {
      for (const [ticket, until] of valid) if (until < now()) valid.delete(ticket)
      const ticket = launchToken()
      valid.set(ticket, now() + 60_000)
      return ticket
    },
    redeem(ticket) {
      const until = valid.get(ticket)
      valid.delete(ticket)
      return until !== undefined && until >= now()
    },
  }
}
