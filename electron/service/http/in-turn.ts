/** Queues a request for the database, by organisation. */
import { createMiddleware } from 'hono/factory'
import type { ServiceEnv, Service } from '../service-context.ts'
import { Crowded, type Turn, type RequestQueue } from '../request-queue.ts'
import { readBody } from './read-json-body.ts'
import { HttpProblem } from './problem.ts'

/** Bytes beyond which the number of bodies that an organisation sends at once is limited. */
const largeBody = 16 * 1024

/**
 * Reads the body first: a caller who sends one slowly must not occupy the database. A large one is
 * then processed before many more of its organisation are read, so that few of them wait in memory.
 */
export const inTurn = (service: Service) =>
  createMiddleware<ServiceEnv>(async (context, next) => {
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
    // NaN, so not small, without the header.
    const isSmall = Number(context.req.header('Content-Length')) <= largeBody
    await (isSmall ? withBody() : takeTurn(service.bodies, organisation, withBody))
  })

const crowded = () =>
  new HttpProblem(429, 'Too many requests of your organization are already waiting.', {
    headers: { 'Retry-After': '1' },
  })

/**
 * Throws the problem through the organisation's queue: a caller who retries as soon as they are
 * refused is delayed, like every caller with many requests.
 */
export const refuseInTurn = (
  service: Service,
  organisation: number,
  problem: HttpProblem,
): Promise<never> => takeTurn(service.turns, organisation, () => Promise.reject(problem), problem)

async function takeTurn<Value>(
  turns: RequestQueue,
  organisation: number,
  work: (turn: Turn) => Promise<Value>,
  whenCrowded?: HttpProblem,
): Promise<Value> {
  try {
    return await turns.run(organisation, work)
  } catch (cause) {
    throw cause instanceof Crowded ? (whenCrowded ?? crowded()) : cause
  }
}
