/** The served OpenAPI document as a contract that answers are checked against. */
import { z } from '#shared/resources/zod.ts'
import type { DocumentedOperation, OpenApi } from '#service/openapi/document.ts'
import type { JsonSchema } from '#service/openapi/json-schema.ts'
import type { Answer } from './fixture.ts'

export interface Endpoint {
  method: string
  /** As documented, parameters in braces. */
  path: string
  operation: DocumentedOperation
}

export interface Contract {
  document: OpenApi
  endpoints: Endpoint[]
  /** Throws unless the endpoint's documentation has this status with this body. */
  check(endpoint: Endpoint, answer: Answer): void
}

export async function readContract(url: string): Promise<Contract> {
  const response = await fetch(`${url}/api/v1/openapi.json`)
  const document = (await response.json()) as OpenApi
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const validators = new Map<string, z.ZodType>()
  const validatorOf = (schema: JsonSchema): z.ZodType => {
    const key = JSON.stringify(schema)
    let validator = validators.get(key)
    if (!validator) validators.set(key, (validator = validatorFor(schema, document)))
    return validator
  }
  return {
    document,
    endpoints,
    check({ method, path, operation }, { status, headers, text, body }) {
      const where = `${method} ${path} answered ${status}`
      const documented = operation.responses[status]
      if (!documented) throw new Error(`${where}, which is not documented: ${text.slice(0, 300)}`)
      const [type, content] = Object.entries(documented.content ?? {})[0] ?? []
      const sent = headers.get('content-type')?.split(';')[0] ?? undefined
      if (sent !== type) throw new Error(`${where} as ${sent}, documented is ${type}`)
      if (type !== 'application/json') return
      const read = validatorOf(content!.schema!).safeParse(body)
      if (!read.success) {
        const reason = z.prettifyError(read.error)
        throw new Error(`${where} with another body than documented:\n${reason}\n${text}`)
      }
    },
  }
}

/** The document's schema converted to zod, as a generated client would check answers. */
function validatorFor(schema: JsonSchema, { components }: OpenApi): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<
      typeof z.fromJSONSchema
    >[0],
  )
}
