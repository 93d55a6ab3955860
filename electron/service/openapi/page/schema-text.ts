/** Describes schemas for people: a type in words, and a table of fields. */
import { html } from 'hono/html'
import type { JsonSchema } from '../json-schema.ts'
import { componentNameOf } from '../json-schema.ts'
import { renderProse, type Markup } from './prose.ts'

/** Describes the type in a few words, with a link where it is another record. */
export function renderType(schema: JsonSchema): Markup {
  if (schema.$ref) {
    const name = componentNameOf(schema.$ref)
    return html`<a href="#shape-${name}">${name}</a>`
  }
  if (schema.anyOf) return listed(schema.anyOf.map(renderType), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) {
    const values = schema.enum.map((value) => html`<code>${String(value)}</code>`)
    return listed(values, ', ')
  }
  const types = [schema.type ?? []].flat()
  const [type] = types
  const or = types.includes('null') ? ' or null' : ''
  switch (type) {
    case 'array':
      return html`list of ${renderType(schema.items ?? {})}${or}`
    case 'string':
      return html`${textKind(schema)}${or}`
    case 'integer':
    case 'number':
      return html`${type}${range(schema)}${or}`
    case 'null':
      return html`null`
    case undefined:
      return html`anything`
    default:
      return html`${type}${or}`
  }
}

function textKind({ format, pattern, maxLength }: JsonSchema): string {
  if (format === 'date') return 'date'
  if (pattern?.includes(' ')) return 'timestamp'
  if (pattern === '^[A-Z]{3}$') return 'currency'
  return maxLength === undefined ? 'text' : `text, up to ${plain(maxLength)} characters`
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) {
    return `, ${plain(minimum)} to ${plain(maximum)}`
  }
  if (minimum !== undefined) return ` from ${plain(minimum)}`
  return maximum === undefined ? '' : ` up to ${plain(maximum)}`
}

const plain = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 20 })

function listed(parts: readonly Markup[], separator: string): Markup {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`
}

/** @param marks whether required fields are marked: in bodies, not in responses */
export function renderFieldTable(schema: JsonSchema, marks: boolean): Markup {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows(schema, marks, '')}
    </tbody>
  </table>`
}

function rows(schema: JsonSchema, marks: boolean, prefix: string): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) ?? false
    const inner = property.properties ? property : property.anyOf?.find((one) => one.properties)
    const shown = inner ? { type: inner === property ? 'object' : ['object', 'null'] } : property
    const row = html`<tr>
      <th scope="row">
        <code>${prefix}${name}</code>
        ${marks && required ? html`<span class="required">required</span>` : ''}
        ${!marks && !required ? html`<span class="optional">not always present</span>` : ''}
      </th>
      <td>${renderType(shown)}</td>
      <td>${renderProse(property.description ?? '')}</td>
    </tr>`
    return inner ? [row, ...rows(inner, marks, `${prefix}${name}.`)] : [row]
  })
}
