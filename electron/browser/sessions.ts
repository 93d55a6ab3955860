import { createHash, createHmac } from 'node:crypto'
import { launchToken, sameText } from '#core/node/launch-token.ts'
import type { KeptWindow } from './kept-windows.ts'

/** What a page shows first when it was opened by an address. */
export interface Credentials {
  /** 43 characters that the page draws itself. */
  session: string
  /** What begins the session: the token of this launch, or a ticket. */
  ticket: string
}

/** What a page shows first that was here before. */
export interface Return {
  /** Names the session without telling it: the SHA-256 of its key. */
  window: string
  /** Drawn by the page for this connection. */
  nonce: string
}

/** `ended` where a second page came with the ticket of this session; `key` is the session's. */
export type Admission = { is: 'admitted' | 'ended'; key: string } | { is: 'stranger' }

export interface Sessions {
  /** A ticket that begins one session, within a minute. */
  issueTicket(): string
  /** Begins the session of a page, to be written down by `see`, or says why not. */
  begin(credentials: Credentials): Admission
  /** Looks for the session of a page that comes back; what it is worth, the proofs tell. */
  find(window: string): Admission
  /**
   * Notes that a window of the session is connected at this moment. Resolves when that is written
   * down, so that a later launch knows the window however this one ends, or could not be, which is
   * logged; and tells whether the session is still open.
   */
  see(key: string): Promise<boolean>
}

/** Both sides of a connection and what each drew for it. */
interface Meeting {
  /** The page's. */
  nonce: string
  /** The host's. */
  challenge: string
  /** Where the page came from, such as `127.0.0.1:46783`. */
  address: string
}

/**
 * What shows that one side of a connection knows the session, without telling it. The address is
 * part of it, so that a program which took our port cannot pass on what it is told to the port
 * where we are.
 *
 * @param key the SHA-256 of the session, in hexadecimal
 */
export const proofOf = (key: string, side: 'host' | 'page', meeting: Meeting): string =>
  createHmac('sha256', key)
    .update([side, meeting.nonce, meeting.challenge, meeting.address].join('\n'))
    .digest('hex')

const ticketMilliseconds = 60_000

/**
 * The pages that may use this launch. Each has a session: a secret that its page draws, so that
 * none has to be handed over in an address, which stays in a browser's history. It is shown once,
 * with the ticket that begins it; afterwards both sides prove that they know it. So a program
 * that takes the port while Stint is not running learns nothing from the windows that try to come
 * back, and is told nothing by them.
 *
 * A ticket that a second page shows was read by somebody else, and nobody can tell which of the
 * two pages is the person's. So both are refused and the session that it began ends.
 *
 * @param kept the windows of earlier launches, and where those of this one are written down
 */
export function createSessions(
  token: string,
  kept: { known: KeptWindow[]; keep(windows: KeptWindow[]): Promise<void>; now(): number },
  elapsed: () => number = () => performance.now(),
): Sessions {
  /** When each open session was last seen; null when it has ended. */
  const sessions = new Map<string, number | null>(kept.known.map(({ key, seen }) => [key, seen]))
  const tickets = new Map<string, { until: number; key: string | null }>()

  function write(key: string, seen: number | null): Promise<void> {
    sessions.set(key, seen)
    return kept.keep([...sessions].flatMap(([key, seen]) => (seen === null ? [] : [{ key, seen }])))
  }

  const isOpen = (key: string): boolean => typeof sessions.get(key) === 'number'

  const stateOf = (key: string): Admission => {
    const seen = sessions.get(key)
    if (seen === undefined) return { is: 'stranger' }
    return { is: seen === null ? 'ended' : 'admitted', key }
  }

  return {
    issueTicket() {
      for (const [ticket, { until, key }] of tickets) {
        if (key === null && until < elapsed()) tickets.delete(ticket)
      }
      const ticket = launchToken()
      tickets.set(digest(ticket), { until: elapsed() + ticketMilliseconds, key: null })
      return ticket
    },
    begin({ session, ticket }) {
      const key = digest(session)
      if (sessions.get(key) === null) return { is: 'ended', key }
      if (sameText(ticket, token)) {
        sessions.set(key, kept.now())
        return { is: 'admitted', key }
      }
      const known = tickets.get(digest(ticket))
      if (known === undefined) return { is: 'stranger' }
      // A page that was reloaded before it was welcome comes with its ticket once more.
      if (known.key === key) return stateOf(key)
      if (known.key === null) {
        if (known.until < elapsed()) return { is: 'stranger' }
        known.key = key
        sessions.set(key, kept.now())
        return { is: 'admitted', key }
      }
      void write(key, null)
      void write(known.key, null)
      return { is: 'ended', key: known.key }
    },
    find(window) {
      const key = [...sessions.keys()].find((each) => digest(each) === window)
      return key === undefined ? { is: 'stranger' } : stateOf(key)
    },
    async see(key) {
      if (isOpen(key)) await write(key, kept.now())
      return isOpen(key)
    },
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
