/** Calls about the windows and files of the desktop on which the core runs. */
import { z } from '../../resources/zod.ts'
import type { UpdateState } from '../desktop.ts'
import { call, noArguments } from './call.ts'

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
  /** Asks for a path and prints the front page to it. Returns the path, or null when canceled. */
  'desktop.savePdf': call<string | null>()(z.strictObject({ name: z.string().min(1).max(200) })),
  'desktop.quit': call<null>()(noArguments),
  /** Checks for a newer version now. */
  'desktop.lookForUpdate': call<UpdateState | null>()(noArguments),
  /** Quits and starts the newer version that was downloaded. */
  'desktop.update': call<null>()(noArguments),
} as const
