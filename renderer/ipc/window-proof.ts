/**
 * How a window and the browser host show each other that they know the window's session without
 * telling it; the host's side is `electron/browser/sessions.ts`.
 */

/** Both sides of a connection and what each drew for it. */
export interface Meeting {
  nonce: string
  challenge: string
  /** Where this page came from, such as `127.0.0.1:46783`. */
  address: string
}

/** The key of a session: its SHA-256 in hexadecimal, which is all that the host keeps. */
export const keyOf = (session: string): Promise<string> => digest(session)

/** What names a session to whoever has its key, and tells nobody else anything. */
export const nameOf = (key: string): Promise<string> => digest(key)

/** HMAC-SHA256 under the key of the session, in hexadecimal. */
export async function proofOf(
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
