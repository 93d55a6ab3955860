/**
 * Lists every endpoint that a service with these capabilities has, in the order of the reference.
 */
import type { Capability } from '#shared/resources/service-info.ts'
import { operationTags, type Operation } from './operation.ts'
import { categoryOperations } from './operations/categories.ts'
import { changeOperations } from './operations/changes.ts'
import { expenseOperations } from './operations/expenses.ts'
import { referenceOperations } from './operations/reference.ts'
import { serviceOperations } from './operations/service.ts'
import { timeOperations } from './operations/times.ts'
import { webhookOperations } from './operations/webhooks.ts'
import { includeUserParameter } from './shared-parameters.ts'

const all: readonly Operation[] = [
  ...timeOperations,
  ...expenseOperations,
  ...categoryOperations,
  ...webhookOperations,
  ...changeOperations,
  ...referenceOperations,
  ...serviceOperations,
].toSorted((one, other) => operationTags.indexOf(one.tag) - operationTags.indexOf(other.tag))

export const operationsFor = (capabilities: ReadonlySet<Capability>): readonly Operation[] =>
  all
    .filter(({ capability }) => capability === undefined || capabilities.has(capability))
    .map((operation) => (capabilities.has('user') ? operation : withoutUser(operation)))

const withoutUser = (operation: Operation): Operation => {
  const { parameters, example } = operation
  const { include: _, ...query } = example?.query ?? {}
  return {
    ...operation,
    ...(parameters && { parameters: parameters.filter((one) => one !== includeUserParameter) }),
    example: example && { ...example, ...(example.query && { query }) },
  }
}
