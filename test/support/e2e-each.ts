/** Before every end-to-end test: skips it with the reason where the host of this run is missing. */
import { whyNot } from './host-name.ts'
import { needs } from './needs.ts'

const why = whyNot()
needs(why === undefined, why ?? '')
