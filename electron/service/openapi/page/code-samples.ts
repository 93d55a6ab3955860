/** Formats examples as code: a request for the command line, a response as colored JSON. */
import { html } from 'hono/html'
import type { DocumentedOperation } from '../document.ts'
import type { Markup } from './prose.ts'

/** Returns a `curl` command that can be pasted; the token is a variable of the shell. */
export function renderCurl(
  method: string,
  address: string,
  operation: DocumentedOperation,
): string {
  const parameters = operation.parameters ?? []
  const parametersIn = (place: string) =>
    parameters.filter((one) => one.in === place && one.example !== undefined)
  const path = parametersIn('path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example)),
    address,
  )
  const query = parametersIn('query').map(
    ({ name, example }) => `${name}=${encodeURIComponent(String(example))}`,
  )
  const body = operation.requestBody?.content['application/json']?.example
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted([path, query.join('&')].filter(Boolean).join('?'))}`,
    ...(operation.security ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const tokens = /("(?:[^"\\]|\\.)*")(:?)|\b(true|false|null)\b|(-?\d[\d.eE+-]*)/g

/** Formats JSON with names, texts and other values in different colors. */
export function renderJson(value: unknown): Markup {
  const text = JSON.stringify(value, null, 2)
  const parts: (string | Markup)[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon, word] = match
    parts.push(text.slice(end, match.index))
    if (string === undefined) parts.push(html`<b class="${word ? 'word' : 'number'}">${whole}</b>`)
    else parts.push(html`<b class="${colon ? 'name' : 'text'}">${string}</b>${colon}`)
    end = match.index + whole.length
  }
  return html`${[...parts, text.slice(end)]}`
}
