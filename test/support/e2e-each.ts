/** Before every end-to-end test: says where the host of this run is not here. */
import { beforeEach } from 'vitest'
import { whyNot } from './host-name.ts'

const why = whyNot()
if (why !== undefined) beforeEach(({ skip }) => skip(`skipped: ${why}`))
