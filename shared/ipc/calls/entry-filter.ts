/** The filter that calls on entries and expenses take. */
import { id } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import {
  filterProblem,
  normalFilter,
  referenceConditionKinds,
  type Condition,
} from '../../rules/entry-filter.ts'

const not = z.literal(true).optional()

const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(referenceConditionKinds),
    not,
    of: z.array(id.nullable()).readonly(),
  }),
  z.strictObject({ kind: z.literal('status'), not, of: z.array(z.string().nullable()).readonly() }),
  z.strictObject({ kind: z.enum(['billable', 'notes']), is: z.boolean() }),
  z.strictObject({ kind: z.literal('words'), not, text: z.string() }),
]) satisfies z.ZodType<Condition>

/** Becomes its normal form; one that asks for nothing is refused. */
export const entryFilter = z
  .array(condition)
  .readonly()
  .superRefine((filter, context) => {
    const message = filterProblem(filter)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .transform(normalFilter)
