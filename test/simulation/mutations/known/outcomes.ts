/** Known bugs: what an answer means, one for each line of the table of outcomes. */
import type { Mutant } from '../mutant.ts'
import { sync } from './files.ts'

export const outcomes: readonly Mutant[] = [
  {
    name: 'a lost answer counts as a request that never left',
    file: sync('decide/classify.ts'),
    find: `      return { is: 'unknown', why: exchange.why, lost: true, after: null }`,
    replace: `      return { is: 'unreached', why: exchange.why }`,
  },
  {
    name: 'a 5xx counts as not carried out',
    file: sync('decide/classify.ts'),
    find: `if (status >= 500) return unknown(\`Replied \${status}\`, 'service')`,
    replace: `if (status >= 500) return { is: 'retry', why: '', after, cause: 'busy' }`,
  },
  {
    name: 'a 5xx counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (status >= 500) return unknown(\`Replied \${status}\`, 'service')`,
    replace: `if (status >= 500) return { is: 'refused', status, message: '', fields: {} }`,
  },
  {
    name: 'a 408 counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (status === 408 || status < 200)`,
    replace: `if (status < 200)`,
  },
  {
    name: 'a 401 counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (status === 401) return { is: 'signed-out' }`,
    replace: ``,
  },
  {
    name: 'a 429 counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (status === 429) return { is: 'retry',`,
    replace: `if (status === 430) return { is: 'retry',`,
  },
  {
    name: 'a redirect counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (status >= 300 && status < 400) {`,
    replace: `if (status >= 399 && status < 400) {`,
  },
  {
    name: 'a 412 counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (request.method !== 'POST' && status === 412) return { is: 'stale' }`,
    replace: ``,
  },
  {
    name: 'a 404 counts as a refusal',
    file: sync('decide/classify.ts'),
    find: `if (request.method !== 'POST' && (status === 404 || status === 410)) return { is: 'gone' }`,
    replace: ``,
  },
  {
    name: 'a cut 2xx counts as not carried out',
    file: sync('decide/classify.ts'),
    find: `: unknown(\`Replied \${status} without a record\`)`,
    replace: `: { is: 'retry', why: '', after, cause: 'busy' }`,
  },
  {
    name: 'a refusal is asked again for ever',
    file: sync('decide/classify.ts'),
    find: `return { is: 'refused', status, ...refusal(answer.body, status) }`,
    replace: `return { is: 'retry', why: refusal(answer.body, status).message, after, cause: 'busy' }`,
  },
  {
    name: 'a date is waited for by a clock that is days off',
    file: sync('decide/classify.ts'),
    find: `isSeconds || date !== null ? longestRetryAfter : longestByOwnClock`,
    replace: `isSeconds || date !== now ? longestRetryAfter : longestByOwnClock`,
  },
]
