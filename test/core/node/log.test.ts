import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog, createStderrLog } from '#core/node/log.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()
const clock = { now: () => Date.UTC(2026, 10, 19, 14) }

describe('the log on standard error', () => {
  it('is silent unless STINT_LOG asks for it', () => {
    const lines: string[] = []
    const log = (env: Record<string, string>) =>
      createStderrLog(env, clock, (line) => lines.push(line))
    log({}).warn('quiet')
    log({ STINT_LOG: '0' }).info('quiet')
    expect(lines).toEqual([])
    log({ STINT_LOG: '1' }).warn('heard', { account: 'studio' })
    expect(JSON.parse(lines[0]!)).toMatchObject({
      at: '2026-11-19T14:00:00.000Z',
      level: 'warn',
      message: 'heard',
      account: 'studio',
    })
  })
})

describe('a secret in JSON that is part of a text', () => {
  it.each(['token', 'access_token', 'password', 'secret'])('is left out as %s', (name) => {
    const lines: string[] = []
    const log = createStderrLog({ STINT_LOG: '1' }, clock, (line) => lines.push(line))
    const body = JSON.stringify({ [name]: String.raw`q7\w9`, after: 'kept' })
    log.warn('refused', { reason: `422 ${body}`, within: JSON.stringify({ body }) })
    expect(lines[0]).not.toMatch(/q7|w9/)
    const { reason, within } = JSON.parse(lines[0]!) as Record<string, string>
    expect(reason).toBe(`422 {"${name}":"…","after":"kept"}`)
    expect(JSON.parse(within!)).toEqual({ body: `{"${name}":"…","after":"kept"}` })
  })
})

describe('the log of an app', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stint-log-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))
  const open = () => openLog({ home, host: 'electron', env: {}, clock })
  const text = (name = 'electron.log') => readFileSync(join(home, 'logs', name), 'utf8')

  it('is a line of JSON for each message, which only this person can read', () => {
    const log = open()
    log.info('A pass ended', { pushed: 2 })
    log.warn('The network is away')
    const lines = text().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'info', message: 'A pass ended', pushed: 2 },
      { level: 'warn', message: 'The network is away' },
    ])
    if (process.platform === 'win32') return
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700)
    expect(statSync(join(home, 'logs', 'electron.log')).mode & 0o777).toBe(0o600)
  })

  it('controls no terminal that shows it', () => {
    const reason = 'a\u001B[31m\u009B31m\u202Eb'
    open().warn('Refused', { reason })
    // eslint-disable-next-line no-control-regex -- exactly these must not appear
    expect(text().trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/)
    expect(JSON.parse(text())).toMatchObject({ reason })
  })

  it('begins another file at a megabyte, and keeps four', () => {
    const log = open()
    const filler = 'x'.repeat(400_000)
    for (let count = 0; count < 30; count += 1) log.info('Filled', { count, filler })
    const names = readdirSync(join(home, 'logs')).sort()
    expect(names).toEqual(['electron.1.log', 'electron.2.log', 'electron.3.log', 'electron.log'])
    for (const name of names) expect(text(name).length).toBeLessThan(1_500_000)
    // The newest line is in the newest file.
    expect(text()).toContain('"count":29')
  })

  it('contains no secret that grants access', () => {
    const secrets = ['s3cr3tToken', 'hunter2', 'dGhlLXBhc3N3b3Jk', 'ticket4711']
    const [token, password, pair, ticket] = secrets
    const log = open()
    log.warn('Refused', { reason: `Error: http://ada:${password}@proxy.example.org:3128 says 407` })
    log.warn('Refused', { headers: { authorization: `Bearer ${token}` } })
    log.warn('Refused', { said: `Proxy-Authorization: Basic ${pair}` })
    log.warn(`Opened http://127.0.0.1:4680/#token=${token} and /open?ticket=${ticket}`)
    log.info('Kept', { token, password, nested: { secret: token } })
    for (const secret of secrets) expect(text()).not.toContain(secret)
    // What is left is still JSON, and says what it is about.
    for (const line of text().trimEnd().split('\n')) JSON.parse(line)
    expect(text()).toContain('proxy.example.org:3128')
  })

  it('does not fail where it cannot be written', () => {
    writeFileSync(join(home, 'logs'), 'a file in its place')
    expect(() => open().warn('Unheard')).not.toThrow()
    rmSync(join(home, 'logs'))
    mkdirSync(join(home, 'logs', 'electron.log'), { recursive: true })
    expect(() => open().warn('Unheard')).not.toThrow()
  })
})
