/** Reports: what was done, worth and spent in some days. */
import { civilDate } from '../../resources/fields.ts'
import { z } from '../../resources/zod.ts'
import { reportKinds, type Report } from '../reports.ts'
import { call } from './call.ts'

export const reportCalls = {
  /** The person's own by default. Drafts count; the running timer does not. */
  'reports.show': call<Report>()(
    z
      .strictObject({
        from: civilDate,
        to: civilDate,
        by: z.enum(reportKinds),
        whose: z.enum(['mine', 'everyone']).optional(),
        /** What a rate is for, where the service does not say: an hour, or an increment. */
        rate: z.enum(['hour', 'increment']).optional(),
      })
      .refine(({ from, to }) => from <= to, {
        error: 'Needs a day that is not before the first',
        path: ['to'],
      }),
  ),
} as const
