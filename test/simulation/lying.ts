/** Lists that are wrong in a detectable way. */
import type { Fault } from './fault.ts'
import type { Answer } from './service/held.ts'

/** A page of a list as a fault alters it; anything else unchanged. */
export function distortList(answer: Answer, fault: Fault): Answer {
  if (answer.status !== 200) return answer
  const body = JSON.parse(answer.body) as Record<string, unknown> & { data?: unknown[] }
  // A feed of changes is not a list: what it leaves out is reported nowhere else.
  if (!Array.isArray(body.data) || body.current_page === undefined) return answer
  const data = body.data
  const total = Number(body.total)
  switch (fault.is) {
    case 'partial':
      return repack({ data: data.filter((_, place) => place % 2 === 1) })
    case 'total':
      return repack({ total: Math.max(0, total + fault.by) })
    case 'repeated':
      return repack({ data: data.length > 0 ? [...data, data[0]] : data })
    case 'strange':
      return repack({ data: data.map((row) => ({ ...(row as object), date: 7, name: 7, uri: 7 })) })
    default: {
      const bad = { ...(data[0] as object | undefined), id: 'many', date: 7 }
      return repack({ data: data.length > 0 ? [bad, ...data.slice(1)] : data })
    }
  }

  function repack(changed: object): Answer {
    return { ...answer, body: JSON.stringify({ ...body, ...changed }) }
  }
}
