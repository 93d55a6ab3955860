import { protocol, type Session } from 'electron'
import { readRendererFile, rendererHeaders } from '#core/node/renderer-files.ts'

/** Origin of the app's pages; no other may call the core. */
export const appOrigin = 'app://stint'

/** Returns whether a URL or an origin belongs to a page of the app. */
export function isOurPage(address = ''): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === appOrigin
}

/** Registers the scheme; has to be called before the app is ready. */
export function declareAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      // Caches compiled scripts across starts.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built renderer, and nothing else, at `app://stint/`. */
export function serveApp(session: Session, pages: string): void {
  const headers = rendererHeaders()
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'stint' || request.method !== 'GET')
      return new Response(null, { status: 404, headers })
    const file = await readRendererFile(pages, pathname)
    if (file === null) return new Response(null, { status: 404, headers })
    return new Response(file.body, { headers: { ...headers, 'content-type': file.type } })
  })
}
