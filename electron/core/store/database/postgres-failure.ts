/** Turns errors of PostgreSQL and of the connection to it into plain sentences. */
import { fail, type Result } from '#shared/errors.ts'

/** The target of a connection, without secrets. */
export interface Destination {
  /** Host and port, or the folder of a socket. */
  server: string
  database: string
  user: string
}

/**
 * Returns a plain sentence for an error that can be remedied; an unknown error is a bug and is
 * rethrown.
 */
export function postgresFailure(to: Destination, cause: unknown): Result<never> {
  const say = (text: string) => fail('database', text)
  const { code = '', message } = cause as { code?: string; message: string }
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'EACCES':
    case 'EPERM':
      return say(`PostgreSQL isn’t responding at ${to.server}. Start it, or use another address`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return say(`Can’t reach ${to.server}. Check its name and the network`)
    case '57P03':
      return say(`PostgreSQL at ${to.server} is starting or stopping. Try again in a moment`)
    case '53300':
      return say(`PostgreSQL at ${to.server} has no connections left. Raise its max_connections`)
    case '28000':
    case '28P01':
      return say(
        `PostgreSQL at ${to.server} rejected the sign-in of “${to.user}”. Check the username and the password`,
      )
    case '3D000':
      return say(`There’s no database “${to.database}” at ${to.server}. Create it with createdb`)
    case '42501':
      return say(
        `“${to.user}” can’t create or use tables in “${to.database}”. Make this user the owner of the database`,
      )
    case '55P03':
    case '57014':
      return say(
        `Another process is working on the tables of “${to.database}”. Try again when it’s done`,
      )
    case '25006':
      return say(
        `“${to.database}” at ${to.server} is read-only, like on a standby. Use the primary server`,
      )
    case '53100':
      return say(`The disk of PostgreSQL at ${to.server} is full. Free up some space on it`)
  }
  if (/CERT|TLS|SSL/i.test(code) || /\bSSL\b|\bTLS\b/.test(message)) {
    return say(`Can’t connect securely to ${to.server} (${message}). Check sslmode`)
  }
  if (message.includes('timeout')) {
    return say(`${to.server} didn’t respond in time. Check the address and the network`)
  }
  if (message.includes('SASL') || message.includes('password')) {
    return say(`PostgreSQL at ${to.server} needs a password for “${to.user}”. Set it in PGPASSWORD`)
  }
  throw cause
}
