/** Lets a request at the database when it is its organisation's turn. */
import { createMiddleware } from 'hono/factory'
import type { Env, Service } from '../service.ts'
import { Crowded, type Turn, type Turns } from '../turns.ts'
import { readBody } from './json.ts'
import { Problem } from './problem.ts'

/** Bytes beyond which a body is read only beside few others of its organisation. */
const largeBody = 16 * 1024

/**
 * A body is read before: a caller who sends one slowly must not hold a turn meanwhile. A large one
 * is then dealt with before many more of its organisation are read, so that none of them waits in
 * memory.
 */
export const inTurn = (service: Service) =>
  createMiddleware<Env>(async (context, next) => {
    const { organisation } = context.get('caller')
    const inDatabase = () =>
      takeTurn(service.turns, organisation, (turn) => {
        context.set('turn', turn)
        return next()
      })
    if (!['POST', 'PUT'].includes(context.req.method)) return inDatabase()
    const withBody = async () => {
      await readBody(context)
      await inDatabase()
    }
    // Absent where it is not told.
    const isSmall = Number(context.req.header('Content-Length')) <= largeBody
    await (isSmall ? withBody() : takeTurn(service.bodies, organisation, withBody))
  })

const crowded = () =>
  new Problem(429, 'Too many requests of your organization are already waiting.', {
    headers: { 'Retry-After': '1' },
  })

/**
 * Throws the problem when it is the organisation's turn: whoever asks again as soon as they are
 * refused waits for themselves, like everybody who asks for much.
 */
export const refuseInTurn = (
  service: Service,
  organisation: number,
  problem: Problem,
): Promise<never> => takeTurn(service.turns, organisation, () => Promise.reject(problem), problem)

async function takeTurn<Value>(
  turns: Turns,
  organisation: number,
  work: (turn: Turn) => Promise<Value>,
  whenCrowded?: Problem,
): Promise<Value> {
  try {
    return await turns.run(organisation, work)
  } catch (cause) {
    throw cause instanceof Crowded ? (whenCrowded ?? crowded()) : cause
  }
}
