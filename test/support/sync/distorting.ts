/** A service whose answers are altered on the way: answers that no service should send. */
import type { HttpOutcome } from '#core/ports.ts'
import type { Desk } from './desk.ts'
import type { TestService } from './service.ts'

export type Wire = Record<string, unknown>

/** Which answers are altered: `METHOD path`, by its beginning or by a pattern. */
export type Place = string | RegExp

/**
 * Rewrites the body of successful answers to matching requests, until the returned function is
 * called. The program is restarted, so that everything is requested again.
 */
export async function distorting(
  { service, desk }: { service: TestService; desk: Desk },
  place: Place,
  distort: (body: string, line: string) => string,
): Promise<() => void> {
  const { http } = service
  service.http = async (request): Promise<HttpOutcome> => {
    const outcome = await http(request)
    const line = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`
    const fits = typeof place === 'string' ? line === place : place.test(line)
    return outcome.is === 'answer' && outcome.status < 300 && fits
      ? { ...outcome, body: distort(outcome.body, line) }
      : outcome
  }
  await desk.restart()
  return () => (service.http = http)
}
