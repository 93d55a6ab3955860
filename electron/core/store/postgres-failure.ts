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
      return say(`No PostgreSQL answers at ${to.server}; start it, or name another address`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return say(`${to.server} cannot be reached; check its name and the network`)
    case '57P03':
      return say(`PostgreSQL at ${to.server} is starting or stopping; try again in a moment`)
    case '53300':
      return say(`PostgreSQL at ${to.server} has no connection left; raise max_connections there`)
    case '28000':
    case '28P01':
      return say(
        `PostgreSQL at ${to.server} does not let “${to.user}” in; check the name and the password`,
      )
    case '3D000':
      return say(`There is no database “${to.database}” at ${to.server}; make it by createdb`)
    case '42501':
      return say(
        `“${to.user}” may not make or use tables in “${to.database}”; make it the owner of that database`,
      )
    case '55P03':
    case '57014':
      return say(
        `Another process works on the tables of “${to.database}”; try again when it is done`,
      )
    case '25006':
      return say(`“${to.database}” at ${to.server} is read-only, as a standby is; name the primary`)
    case '53100':
      return say(`The disk of PostgreSQL at ${to.server} is full; make space on it`)
  }
  if (/CERT|TLS|SSL/i.test(code) || /\bSSL\b|\bTLS\b/.test(message)) {
    return say(`No secure connection to ${to.server} came about (${message}); check sslmode`)
  }
  if (message.includes('timeout')) {
    return say(`${to.server} did not answer in time; check the address and the network`)
  }
  if (message.includes('SASL') || message.includes('password')) {
    return say(`PostgreSQL at ${to.server} wants a password of “${to.user}”; give it by PGPASSWORD`)
  }
  throw cause
}
