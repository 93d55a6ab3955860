import { beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient, type ServiceClient } from '#core/sync/http/service-client.ts'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import { dateOfRecord, type RecordPage } from '#core/sync/http/list-pages.ts'
import { confirmWindowRead, readWindow, type ListWindow } from '#core/sync/http/read-window.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const everything: ListWindow = { is: 'since', from: null }
const clock = virtualClock()
let service: TestService
let client: ServiceClient

beforeEach(() => {
  service = testService(clock)
  client = createServiceClient({
    http: (request) => service.http(request),
    clock,
    connection: { url: service.url, header: 'Authorization', scheme: 'Bearer' },
    token: 'token',
    signal: new AbortController().signal,
    counted: () => {},
  })
})

function fill(count: number): void {
  for (let entry = 0; entry < count; entry++) {
    const day = String(28 - Math.floor(entry / 20)).padStart(2, '0')
    service.add({ date: `2026-10-${day}`, start: entry })
  }
}

async function walk(window: ListWindow, onPage: (page: RecordPage) => void = () => {}) {
  const walked = await readWindow(client, timeAdapter, window, {
    onPage: (page) => {
      onPage(page)
      return Promise.resolve(true)
    },
  })
  if (walked.is !== 'scan') throw new Error(walked.is)
  return walked
}

describe('reading a window', () => {
  it('returns every entry once, newest first', async () => {
    fill(250)
    const dates: string[] = []
    const walked = await walk(everything, (page) => dates.push(...page.records.map(dateOfRecord)))
    expect(walked).toMatchObject({ pages: 3, sound: true })
    expect(walked.ids.size).toBe(250)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('of a list that grows with every page ends', async () => {
    fill(250)
    const { http } = service
    let asked = 0
    service.http = async (request) => {
      asked += 1
      const page = Number(new URL(request.url).searchParams.get('page'))
      const outcome = await http({ ...request, url: request.url.replace(/page=\d+/, 'page=1') })
      if (outcome.is !== 'answer') return outcome
      const body = JSON.parse(outcome.body) as { data: { id: number }[] }
      const data = body.data.map((record) => ({ ...record, id: record.id + page * 1_000 }))
      const counts = { current_page: page, last_page: page + 1, total: (page + 1) * 100 }
      return { ...outcome, body: JSON.stringify({ ...body, ...counts, data }) }
    }
    expect(await walk(everything)).toMatchObject({ sound: false })
    expect(asked).toBe(104)
  })

  it('of an empty list is one sound page', async () => {
    expect(await walk(everything)).toMatchObject({ pages: 1, sound: true })
  })

  it('stops after the oldest day that is asked for', async () => {
    fill(250)
    const walked = await walk({ is: 'since', from: '2026-10-27' })
    expect(walked).toMatchObject({ pages: 1, sound: true })
    expect(walked.ids.size).toBe(40)
  })

  it('of one day requests that day alone', async () => {
    fill(60)
    const walked = await walk({ is: 'day', date: '2026-10-27' })
    expect(walked).toMatchObject({ pages: 1, sound: true })
    expect(walked.ids.size).toBe(20)
  })

  it('is not sound when the list grew during it', async () => {
    fill(150)
    let pages = 0
    const walked = await walk(everything, () => {
      if (++pages === 1) service.add({ date: '2026-11-01' })
    })
    expect(walked.sound).toBe(false)
  })

  it('is not sound when the service left a row out', async () => {
    fill(20)
    service.distort = (body) => ({ ...body, data: (body.data as unknown[]).slice(1) })
    expect((await walk(everything)).sound).toBe(false)
  })

  it('is not sound when the service ignores the day filter', async () => {
    fill(60)
    service.http = (
      (plain) => (request) =>
        plain({ ...request, url: request.url.replace(/date=[^&]*/, 'other=1') })
    )(service.http)
    expect((await walk({ is: 'day', date: '2026-10-27' })).sound).toBe(false)
  })

  it('is not sound with a record that cannot be read, which is passed on as it came', async () => {
    fill(3)
    service.distort = (body) => ({
      ...body,
      data: (body.data as object[]).map((row, place) => (place === 1 ? { id: 7 } : row)),
    })
    const bad: unknown[] = []
    const walked = await walk(everything, (page) => bad.push(...page.bad))
    expect(walked.sound).toBe(false)
    expect(bad).toMatchObject([{ remote: 7, raw: '{"id":7}' }])
  })

  it('ends where a service returns the same page for ever', async () => {
    fill(100)
    service.distort = (body) => ({ ...body, last_page: 1_000_000 })
    service.http = (
      (plain) => (request) =>
        plain({ ...request, url: request.url.replace(/page=\d+/, 'page=1') })
    )(service.http)
    expect(await walk(everything)).toMatchObject({ pages: 2, sound: false })
  })

  it('fails behind a captive portal', async () => {
    service.outage = { is: 'html' }
    expect(
      await readWindow(client, timeAdapter, everything, { onPage: () => Promise.resolve(true) }),
    ).toMatchObject({ is: 'unknown' })
  })
})

describe('confirming a window', () => {
  it('reads a single page only once', async () => {
    fill(20)
    const walked = await walk(everything)
    service.requests.length = 0
    expect(await confirmWindowRead(client, timeAdapter, everything, walked)).toMatchObject({
      sound: true,
    })
    expect(service.requests).toEqual([])
  })

  it('reads several pages again with other page borders', async () => {
    fill(250)
    const walked = await walk(everything)
    service.requests.length = 0
    expect(await confirmWindowRead(client, timeAdapter, everything, walked)).toMatchObject({
      sound: true,
    })
    expect(service.requests[0]).toContain('limit=89')
  })

  it('does not trust a reading that missed a row at a page border', async () => {
    fill(250)
    const walked = await walk(everything)
    // A swap between two pages does this: the total is unchanged, another row is shown twice or
    // never.
    const [some] = walked.ids
    walked.ids.delete(some!)
    walked.ids.add(999_999)
    expect(await confirmWindowRead(client, timeAdapter, everything, walked)).toMatchObject({
      sound: false,
    })
  })
})
