/** The windows and files of the desktop that the core runs on. */
import { z } from '../../resources/zod.ts'
import type { UpdateState } from '../desktop.ts'
import { call, nothing } from './call.ts'

export const desktopCalls = {
  /** Shows a window; `path` is a page of the main one, such as `/sync`. */
  'desktop.open': call<null>()(
    z.strictObject({
      window: z.enum(['main', 'mini', 'entry']),
      path: z
        .string()
        .regex(/^\/[\w/?=&.%:+-]*$/)
        .max(2000)
        .optional(),
    }),
  ),
  /** Asks where, and prints the page in front there. Answers the file, or null when taken back. */
  'desktop.savePdf': call<string | null>()(z.strictObject({ name: z.string().min(1).max(200) })),
  'desktop.quit': call<null>()(nothing),
  /** Looks for a newer version now. */
  'desktop.lookForUpdate': call<UpdateState | null>()(nothing),
  /** Ends the program and starts the newer version that was fetched. */
  'desktop.update': call<null>()(nothing),
} as const
