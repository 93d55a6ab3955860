/**
 * The only import of zod. `jitless` is set first: otherwise zod probes `new Function`, which the
 * renderer's content security policy reports as a violation.
 */
import { z } from 'zod'

z.config({ jitless: true })

export { z }
