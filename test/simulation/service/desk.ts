/** What the parts of the model share: the shape of answers, and the clock. */
import type { Chance } from '../chance.ts'
import type { Answer } from './held.ts'
import type { Profile } from './profile.ts'

export interface Desk {
  profile: Profile
  chance: Chance
  now(): number
  answer(status: number, body: unknown, headers?: Record<string, string>): Answer
  refuse(status: number, message: string, errors?: Record<string, string[]>): Answer
}

export function makeDesk(profile: Profile, chance: Chance, now: () => number): Desk {
  const desk: Desk = {
    profile,
    chance,
    now,
    answer: (status, body, headers = {}) => ({
      is: 'answer',
      status,
      headers,
      body: JSON.stringify(profile.numbers === 'text' ? asText(body) : body),
    }),
    refuse(status, message, errors = {}) {
      switch (profile.errors) {
        case 'nested':
          return desk.answer(status, { message, errors })
        case 'single': {
          const first = Object.entries(errors).map(([field, texts]) => [field, texts[0]])
          return desk.answer(status, { message, errors: Object.fromEntries(first) })
        }
        case 'flat':
          return desk.answer(status, Object.keys(errors).length > 0 ? errors : { error: message })
        case 'html':
          return { is: 'answer', status, headers: {}, body: `<h1>${message}</h1>` }
      }
    },
  }
  return desk
}

/** The answer to a request without a valid token, by the profile. */
export function signedOut(profile: Profile): Answer {
  switch (profile.signedOut) {
    case 'json':
      return { is: 'answer', status: 401, headers: {}, body: '{"message":"Unauthenticated."}' }
    case 'html':
      return { is: 'answer', status: 401, headers: {}, body: '<h1>Who are you?</h1>' }
    case 'redirect':
      return { is: 'answer', status: 302, headers: { location: '/login' }, body: '' }
    case 'whole-redirect': {
      const location = 'https://time.test/login?next=%2Fapi%2Fv1'
      return { is: 'answer', status: 302, headers: { location }, body: '<h1>Moved</h1>' }
    }
  }
}

/** Turns numbers into text, the way some frameworks answer them; ids in a list of ids stay. */
function asText(value: unknown, field = ''): unknown {
  if (typeof value === 'number')
    return field === 'tasks' || field === 'charges' ? value : `${value}`
  if (Array.isArray(value)) return value.map((one) => asText(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asText(one, name)]))
}
