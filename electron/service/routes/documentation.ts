/**
 * Serves the reference of this service, for programs and for people. It shows no data and needs no
 * token, so that a browser can open it.
 */
import type { Context, Env } from 'hono'
import { createOpenApiDocument, type OpenApi } from '../openapi/document.ts'
import type { EndpointGroup, ServiceEndpoints } from '../openapi/operation.ts'
import { renderReferencePage } from '../openapi/page/reference-page.ts'
import { stylesheet } from '../openapi/page/stylesheet.ts'
import { apiPath, baseUrlOf } from '../http/urls.ts'
import type { Service } from '../service-context.ts'
import { serviceTag } from './info.ts'

/** No script runs on the page, and it loads only its own stylesheet. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** @param all also contains these endpoints */
export function documentationEndpoints(
  service: Service,
  all: () => ServiceEndpoints,
): EndpointGroup<Env> {
  // Created when first requested: most services never need it.
  let made: OpenApi | undefined
  const documentFor = (context: Context): OpenApi => {
    const { openapi, info, ...rest } = (made ??= createOpenApiDocument(all(), service.capabilities))
    return { openapi, info, servers: [{ url: baseUrlOf(service, context) }], ...rest }
  }
  return {
    tag: serviceTag,
    path: apiPath,
    endpoints: [
      {
        method: 'get',
        path: '/openapi.json',
        handler: (context) => context.json(documentFor(context)),
        operation: {
          id: 'service.document',
          summary: 'Get this reference for programs',
          description:
            'Returns an OpenAPI 3.1 document of everything that is turned on in this service.',
          answer: { status: 200, description: 'The document', schema: 'Document' },
          example: null,
        },
      },
      {
        method: 'get',
        path: '/docs',
        async handler(context) {
          const page = await renderReferencePage(documentFor(context), service.capabilities)
          return context.html(page, 200, { 'Content-Security-Policy': pagePolicy })
        },
        operation: {
          id: 'service.docs',
          summary: 'Get this reference for people',
          answer: { status: 200, description: 'A web page', type: 'text/html' },
          example: null,
        },
      },
      {
        method: 'get',
        path: '/docs/style.css',
        handler: (context) =>
          context.text(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
        operation: null,
      },
    ],
  }
}
