/** Before every end-to-end test: says where the host of this run is not here. */
import { whyNot } from './host-name.ts'
import { needs } from './needs.ts'

const why = whyNot()
needs(why === undefined, why ?? '')
