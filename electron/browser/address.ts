/** The app's address with the launch token, for the terminal of who started the app. */
export const appUrl = (port: number, token: string): string =>
  `http://127.0.0.1:${port}/#token=${token}`

/**
 * The app's address with a ticket. Fragments are not sent: the page reads it and shows it on the
 * wire. It stays in the browser's history, where it is of no use any more.
 */
export const ticketUrl = (port: number, ticket: string): string =>
  `http://127.0.0.1:${port}/#ticket=${ticket}`
