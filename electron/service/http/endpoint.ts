/** Endpoints as values, from which both the routes and their reference are made. */
import { Hono, type Context, type Env } from 'hono'
import { onlyMethods } from './route-helpers.ts'

export interface Endpoint<E extends Env> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below the path of its resource, such as `/:id`. */
  readonly path: string
  readonly handler: (context: Context<E>) => Response | Promise<Response>
}

/** Routes requests to the endpoints, and refuses every other method of their paths. */
export function routesOf<E extends Env>(endpoints: readonly Endpoint<E>[]): Hono<E> {
  const routes = new Hono<E>()
  for (const { method, path, handler } of endpoints) routes[method](path, handler)
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const methods = ofPath.map(({ method }) => method.toUpperCase())
    routes.all(
      path,
      onlyMethods(...methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one))),
    )
  }
  return routes
}
