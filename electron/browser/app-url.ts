/** Returns the app's URL with the launch token, for the terminal in which the app was started. */
export const appUrl = (port: number, token: string): string =>
  `http://127.0.0.1:${port}/#token=${token}`

/**
 * Returns the app's URL with a ticket. Fragments are not sent to the server: the page reads the
 * ticket and sends it over the WebSocket. It stays in the browser's history, where it is useless
 * once used.
 */
export const ticketUrl = (port: number, ticket: string): string =>
  `http://127.0.0.1:${port}/#ticket=${ticket}`
