/** Requests as bytes, made beforehand: a caller is to cost as little as it can. */

export interface Account {
  token: string
  /** Ids of what the organisation has. */
  projects: number[]
  tasks: number[]
  times: number[]
}

export function request(
  method: string,
  path: string,
  token: string,
  body?: string,
  headers: Record<string, string> = {},
): Buffer {
  const all = {
    Host: 'stint.example',
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...(body === undefined
      ? {}
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
        }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

const pick = <Item>(items: readonly Item[], turn: number): Item =>
  items[(turn * 7_919) % items.length]!

/** True for the shows of the mix. */
export const isShow = (turn: number): boolean => turn % 10 >= 6

/** True for the creates of the mix. */
export const isCreate = (turn: number): boolean => turn % 10 === 0

/** The notes of an entry that the mix makes. */
export const notesOf = (turn: number): string => `Homepage hero, round ${turn}`

/**
 * The mix of people at work: of ten requests one makes an entry, one searches, one reads a page in
 * the middle, three read the newest entries, and four show one.
 */
export function mixed({ token, projects, tasks, times }: Account, turn: number): Buffer {
  switch (turn % 10) {
    case 0:
      return request(
        'POST',
        '/api/v1/times',
        token,
        JSON.stringify({
          project_id: pick(projects, turn),
          task_id: pick(tasks, turn),
          date: '2026-11-20',
          start: turn % 1440,
          quantity: (turn % 12) + 1,
          notes: notesOf(turn),
        }),
      )
    case 1:
      return request('GET', '/api/v1/times?query=homepage', token)
    case 2:
      return request('GET', `/api/v1/times?page=${Math.ceil(times.length / 30) || 1}`, token)
    case 3:
    case 4:
    case 5:
      return request('GET', '/api/v1/times', token)
    default:
      return request('GET', `/api/v1/times/${pick(times, turn)}`, token)
  }
}
