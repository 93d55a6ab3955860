/**
 * Serves the reference of this service, for programs and for people. It shows no data and needs no
 * token, so that a browser can open it.
 */
import { Hono, type Context } from 'hono'
import { createOpenApiDocument, type OpenApi } from '../openapi/document.ts'
import { renderReferencePage } from '../openapi/page/reference-page.ts'
import { stylesheet } from '../openapi/page/stylesheet.ts'
import { baseUrlOf } from '../http/urls.ts'
import type { Service } from '../service-context.ts'
import { onlyMethods } from '../http/route-helpers.ts'

/** No script runs on the page, and it loads only its own stylesheet. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function documentationRoutes(service: Service): Hono {
  const routes = new Hono()
  // Created when first requested: most services never need it.
  let made: OpenApi | undefined
  const documentFor = (context: Context): OpenApi => {
    const { openapi, info, ...rest } = (made ??= createOpenApiDocument(service.capabilities))
    return { openapi, info, servers: [{ url: baseUrlOf(service, context) }], ...rest }
  }

  routes.get('/openapi.json', (context) => context.json(documentFor(context)))
  routes.get('/docs', async (context) => {
    const page = await renderReferencePage(documentFor(context), service.capabilities)
    return context.html(page, 200, { 'Content-Security-Policy': pagePolicy })
  })
  routes.get('/docs/style.css', (context) =>
    context.text(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  for (const path of ['/openapi.json', '/docs', '/docs/style.css']) {
    routes.all(path, onlyMethods('GET', 'HEAD'))
  }
  return routes
}
