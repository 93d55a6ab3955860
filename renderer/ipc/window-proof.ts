/**
 * Lets a window and the browser host prove to each other that they know the window's session
 * without sending it; the host's side is `electron/browser/sessions.ts`.
 */

/** The random values that both sides drew for a connection, and its address. */
export interface Meeting {
  nonce: string
  challenge: string
  /** The host and port of this page, such as `127.0.0.1:46783`. */
  address: string
}

/** The key of a session: its SHA-256 in hexadecimal. The host stores only this. */
export const sessionKeyOf = (session: string): Promise<string> => digest(session)

/** Identifies a session to a holder of its key and reveals nothing to others. */
export const sessionNameOf = (key: string): Promise<string> => digest(key)

/** HMAC-SHA256 under the key of the session, in hexadecimal. */
export async function computeWindowProof(
  key: string,
  side: 'host' | 'page',
  { nonce, challenge, address }: Meeting,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign'])
  const text = [side, nonce, challenge, address].join('\n')
  return hex(await crypto.subtle.sign('HMAC', secret, bytes(text)))
}

const bytes = (text: string) => new TextEncoder().encode(text)

const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const digest = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes(text)))
