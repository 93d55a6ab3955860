/** What calls that write for a client take. */
import { z } from '../../resources/zod.ts'
import type { ClientView } from '../../rules/for-client.ts'

export const clientView = z.strictObject({
  values: z.boolean(),
  people: z.boolean(),
}) satisfies z.ZodType<ClientView>
