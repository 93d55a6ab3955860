/** Renders the reference as one page, without a script, and complete for the browser's search. */
import { html } from 'hono/html'
import { capabilities as known, type Capability } from '#shared/resources/service-info.ts'
import type { DocumentedOperation, OpenApi } from '../document.ts'
import { componentNameOf, type JsonSchema } from '../json-schema.ts'
import { errorDescriptions } from '../error-responses.ts'
import { capabilityDescriptions, referenceSections } from '../reference-text.ts'
import { renderJson, renderCurl } from './code-samples.ts'
import { renderProse, type Markup } from './prose.ts'
import { renderFieldTable, renderType } from './schema-text.ts'

interface Endpoint {
  method: string
  path: string
  operation: DocumentedOperation
}

export async function renderReferencePage(
  document: OpenApi,
  capabilities: ReadonlySet<Capability>,
): Promise<string> {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const ofTag = (tag: string) => endpoints.filter(({ operation }) => operation.tags[0] === tag)
  const sections = referenceSections(capabilities)
  const server = document.servers?.[0]?.url ?? ''

  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} · ${document.info.version}</title>
        <link rel="stylesheet" href="docs/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <nav aria-label="Contents">
          <a class="brand" href="#content"
            >${document.info.title} <i>${document.info.version}</i></a
          >
          <ul class="topics">
            ${sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
            <li><a href="#capabilities">Capabilities</a></li>
          </ul>
          ${document.tags.map(
            ({ name }) => html`
              <h2><a href="#${anchorOf(name)}">${name}</a></h2>
              <ul>
                ${ofTag(name).map(
                  ({ operation, method }) =>
                    html`<li>
                      <a href="#${operation.operationId}"
                        ><span>${operation.summary}</span>${badge(method)}</a
                      >
                    </li>`,
                )}
              </ul>
            `,
          )}
          <h2><a href="#shapes">Schemas</a></h2>
        </nav>
        <main id="content">
          <header>
            <h1>${document.info.title}</h1>
            <p class="lead">${renderProse(document.info.description)}</p>
            <p class="address">
              <code>${server}</code>
              <a href="openapi.json">OpenAPI 3.1 document</a>
            </p>
          </header>
          ${sections.map(
            ({ anchor, title, paragraphs }) =>
              html`<section id="${anchor}" class="topic">
                <h2>${title}</h2>
                ${paragraphs.map((text) => html`<p>${renderProse(text)}</p>`)}
                ${anchor === 'problems' ? problemTable(endpoints) : ''}
              </section>`,
          )}
          ${capabilitySection(capabilities)}
          ${document.tags.map(
            ({ name, description }) =>
              html`<section
                id="${anchorOf(name)}"
                class="tag"
                aria-labelledby="${anchorOf(name)}-title"
              >
                <h2 id="${anchorOf(name)}-title">${name}</h2>
                <p class="lead">${renderProse(description)}</p>
                ${ofTag(name).map((endpoint) => endpointSection(endpoint, document, server))}
              </section>`,
          )}
          ${shapeSection(document, endpoints)}
        </main>
      </body>
    </html>`
  return page.toString()
}

const anchorOf = (tag: string): string => tag.toLowerCase()

const badge = (method: string): Markup =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`

function capabilitySection(capabilities: ReadonlySet<Capability>): Markup {
  return html`<section id="capabilities" class="topic">
    <h2>Capabilities</h2>
    <p>
      Beyond time entries, expenses, categories, and the list of webhooks, the operator chooses what
      is turned on. ${renderProse('`GET /api/v1` lists it.')}
    </p>
    <dl>
      ${known.map(
        (name) =>
          html`<div>
            <dt><code>${name}</code></dt>
            <dd>
              ${renderProse(capabilityDescriptions[name])}
              ${capabilities.has(name) ? '' : html`<span class="off">turned off</span>`}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`
}

/** Lists the statuses that the endpoints of this service return, once for all of them. */
function problemTable(endpoints: readonly Endpoint[]): Markup {
  const used = new Set(endpoints.flatMap(({ operation }) => Object.keys(operation.responses)))
  return html`<dl>
    ${Object.entries(errorDescriptions)
      .filter(([status]) => used.has(status))
      .map(
        ([status, text]) =>
          html`<div id="status-${status}">
            <dt><code>${status}</code></dt>
            <dd>${renderProse(text)}</dd>
          </div>`,
      )}
  </dl>`
}

function endpointSection(
  { method, path, operation }: Endpoint,
  document: OpenApi,
  server: string,
): Markup {
  const body = operation.requestBody?.content['application/json']?.schema
  return html`<article id="${operation.operationId}">
    <div class="text">
      <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
      <p class="path">${badge(method)} <code>${path}</code></p>
      ${operation.description ? html`<p>${renderProse(operation.description)}</p>` : ''}
      ${operation.security ? html`<p class="open">Open: no token required.</p>` : ''}
      ${parameterTable(operation)}
      ${
        body?.$ref
          ? html`<h4>Request body</h4>
              ${renderFieldTable(document.components.schemas[componentNameOf(body.$ref)]!, true)}`
          : ''
      }
      <h4>Responses</h4>
      ${answers(operation)}
    </div>
    <div class="code">${examples(method, server + path, operation)}</div>
  </article>`
}

function parameterTable({ parameters }: DocumentedOperation): Markup | string {
  if (!parameters) return ''
  return html`<h4>Parameters</h4>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map(
          (parameter) =>
            html`<tr>
              <th scope="row">
                <code>${parameter.name}</code>
                ${parameter.in === 'query' ? '' : html`<span class="place">${parameter.in}</span>`}
              </th>
              <td>${renderType(parameter.schema)}</td>
              <td>${renderProse(parameter.description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

function answers({ responses }: DocumentedOperation): Markup {
  const entries = Object.entries(responses)
  const good = entries.filter(([status]) => status < '300')
  const others = entries.filter(([status]) => status >= '300')
  return html`<ul class="answers">
    ${good.map(([status, { description, content, headers }]) => {
      const schema = Object.values(content ?? {})[0]?.schema
      const names = Object.keys(headers ?? {})
      return html`<li>
        <code>${status}</code>
        ${renderProse(description)}${schema ? html`: ${renderType(schema)}` : ''}
        ${names.map((name) => html`, with <code>${name}</code>`)}
      </li>`
    })}
    ${
      others.length > 0
        ? html`<li class="refusals">
            ${others.map(([status]) => html`<a href="#status-${status}">${status}</a> `)}
          </li>`
        : ''
    }
  </ul>`
}

function examples(method: string, address: string, operation: DocumentedOperation): Markup {
  // Statuses are in order: a create's example follows the response for an existing record.
  const [status, answer] = Object.entries(operation.responses).findLast(([code]) => code < '300')!
  const example = answer.content?.['application/json']?.example
  return html`<h4>Request</h4>
    <pre tabindex="0"><code>${renderCurl(method, address, operation)}</code></pre>
    ${
      example === undefined
        ? ''
        : html`<h4>Response <i>${status}</i></h4>
            <pre tabindex="0"><code>${renderJson(example)}</code></pre>`
    }`
}

/** Lists every shape of a response; those of bodies are shown with their requests. */
function shapeSection(document: OpenApi, endpoints: readonly Endpoint[]): Markup {
  const bodies = new Set(
    endpoints.map(
      ({ operation }) => operation.requestBody?.content['application/json']?.schema?.$ref,
    ),
  )
  const shapes = Object.entries(document.components.schemas).filter(
    ([name]) => ![...bodies].some((ref) => ref !== undefined && componentNameOf(ref) === name),
  )
  return html`<section id="shapes" class="tag">
    <h2>Schemas</h2>
    <p class="lead">The objects in responses.</p>
    ${shapes.map(
      ([name, schema]) =>
        html`<section id="shape-${name}" class="shape">
          <h3><a href="#shape-${name}">${name}</a></h3>
          ${schema.properties ? renderFieldTable(schema, false) : html`<p>${wholeType(schema)}</p>`}
        </section>`,
    )}
  </section>`
}

const wholeType = (schema: JsonSchema): Markup => renderType(schema)
