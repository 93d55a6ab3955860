/**
 * The same day with services of different habits, all of them within what the specification allows
 * or what frameworks make of it. The client has to give the same results with each.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import { openDesk } from '../../support/sync/desk.ts'
import { testService } from '../../support/sync/service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

type Answer = Extract<HttpOutcome, { is: 'answer' }>

interface Profile {
  /** How a profile alters an answer: errors by status, lists and records by body. */
  habit(answer: Answer, request: HttpRequest): Answer
}

const rewrite = (answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer =>
  answer.body.startsWith('{')
    ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as never)) }
    : answer

/** Every number as text, at every depth. */
const numeric = (value: unknown): unknown =>
  typeof value === 'number'
    ? String(value)
    : Array.isArray(value)
      ? value.map(numeric)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, numeric(field)]))
        : value

const html = (status: number): Answer => ({
  is: 'answer',
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: `<!DOCTYPE html><html><title>${status}</title><body>Whoops</body></html>`,
})

const profiles: Record<string, Profile> = {
  'to the letter': { habit: (answer) => answer },
  'errors as a flat list': {
    habit: (answer) => (answer.status === 422 ? rewrite(answer, ({ errors }) => errors) : answer),
  },
  'one text for each field': {
    habit: (answer) =>
      answer.status === 422
        ? rewrite(answer, ({ errors }) => ({
            errors: Object.fromEntries(
              Object.entries(errors as Record<string, string[]>).map(([name, [text]]) => [
                name,
                text,
              ]),
            ),
          }))
        : answer,
  },
  'errors as pages': {
    habit: (answer) => (answer.status >= 400 ? html(answer.status) : answer),
  },
  'a redirect to its login in place of 401': {
    habit: (answer) =>
      answer.status === 401
        ? { ...answer, status: 302, headers: { location: '/login' }, body: '' }
        : answer,
  },
  '429 as plain text': {
    habit: (answer) => (answer.status === 429 ? { ...answer, body: 'Too Many Attempts.' } : answer),
  },
  'numbers as text': {
    habit: (answer) => (answer.status < 300 ? rewrite(answer, numeric) : answer),
  },
  'no last page of an empty list': {
    habit: (answer) =>
      rewrite(answer, (body) => (body.total === 0 ? { ...body, last_page: 0, from: null } : body)),
  },
  'the words of a newer framework around a page': {
    habit: (answer) =>
      rewrite(answer, (body) =>
        'total' in body
          ? { ...body, links: [], first_page_url: '?page=1', last_page_url: '?page=1' }
          : body,
      ),
  },
  '200 for everything that went well': {
    habit: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
  },
  'other successes': {
    habit: (answer, { method }) =>
      answer.status < 300 && method !== 'GET' ? { ...answer, status: 202 } : answer,
  },
  'timestamps with an offset': {
    habit: (answer) => ({
      ...answer,
      body: answer.body.replaceAll(
        /"(\w+_at)":"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})"/g,
        '"$1":"$2T$3.000000Z"',
      ),
    }),
  },
}

async function open({ habit }: Profile) {
  const clock = virtualClock()
  const service = testService(clock)
  const { http } = service
  service.http = async (request) => {
    const outcome = await http(request)
    return outcome.is === 'answer' ? habit(outcome, request) : outcome
  }
  const desk = await openDesk(service, clock)
  onTestFinished(() => desk.close())
  return { clock, service, desk }
}

describe.each(Object.entries(profiles))('a service of %s', (name, profile) => {
  it('can be sent to and read from, and both sides agree', async () => {
    const { service, desk } = await open(profile)
    await desk.cycle()
    const sent = await desk.add({ notes: 'Mine' })
    const received = service.add({ notes: 'Theirs', start: 700 })
    await desk.cycle()
    await desk.edit(sent, { notes: 'Mine, changed' })
    service.change(received.id, { quantity: 9 })
    await desk.cycle()
    expect(
      (await desk.entries()).map(({ notes, quantity, state }) => [notes, quantity, state]),
    ).toEqual([
      ['Mine, changed', 4, 'synced'],
      ['Theirs', 9, 'synced'],
    ])
    await desk.remove(sent)
    service.remove(received.id)
    await desk.cycle()
    await desk.cycle()
    expect(await desk.entries()).toEqual([])
    expect(service.times.size).toBe(0)
    expect(await desk.inbox()).toEqual([])
  })

  it('has refusals whose text reaches the person', async () => {
    const { service, desk } = await open(profile)
    service.validate = (body) => (body.notes === 'Bad' ? { notes: ['is not allowed'] } : null)
    const bad = await desk.add({ notes: 'Bad' })
    await desk.add({ notes: 'Good', start: 700 })
    await desk.cycle()
    expect(await desk.entry(bad)).toMatchObject({ state: 'refused' })
    const [card] = await desk.inbox()
    expect(card).toMatchObject({ kind: 'refused', detail: { status: 422 } })
    if (name !== 'errors as pages') {
      expect(card!.detail.fields).toEqual({ notes: ['is not allowed'] })
    }
    expect([...service.times.values()]).toMatchObject([{ notes: 'Good' }])
  })

  it('can refuse the token or ask for fewer requests, and is understood', async () => {
    const { clock, service, desk } = await open(profile)
    await desk.add()
    service.tokens.clear()
    expect(await desk.cycle()).toMatchObject({ error: { code: 'unauthenticated' } })
    service.tokens.add('token')
    service.outage = { is: 'status', status: 429 }
    expect(await desk.cycle()).toMatchObject({
      error: { code: 'service', message: expect.stringMatching(/is busy/) as string },
    })
    service.outage = null
    await clock.advance(10_000)
    expect(await desk.cycle()).toMatchObject({ ok: true, value: { pushed: 1 } })
  })
})

describe('a service that does not write UTC', () => {
  it('is read in its zone', async () => {
    const clock = virtualClock(Date.UTC(2026, 6, 1, 10))
    const service = testService(clock)
    const { http } = service
    // Two hours ahead in July.
    service.http = async (request) => {
      const outcome = await http(request)
      if (outcome.is !== 'answer') return outcome
      const body = outcome.body.replaceAll(/2026-07-01 10:00:00/g, '2026-07-01 12:00:00')
      return { ...outcome, body }
    }
    const desk = await openDesk(service, clock, { zone: 'Europe/Vienna' })
    onTestFinished(() => desk.close())
    service.add({ notes: 'Summer', date: '2026-07-01' })
    await desk.cycle()
    const row = await desk.store.db
      .selectFrom('time_entry')
      .select('created_at')
      .executeTakeFirstOrThrow()
    expect(row.created_at).toBe('2026-07-01 10:00:00')
  })
})
