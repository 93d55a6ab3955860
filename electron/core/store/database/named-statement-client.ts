/**
 * A connection that lets the server cache parsed and planned statements: a frequent statement gets
 * a name, by which the server finds it (a point read takes a quarter of the time). A search is
 * planned each time, because its cost depends on the search terms.
 */
import type pg from 'pg'

/** Maximum number of named statements of a process; each connection that has run one caches it. */
const capacity = 300
/** Number of times that a text is used before it gets a name. */
const often = 3

type Client = typeof pg.Client
type QueryArguments = [text: string, values?: readonly unknown[]]

/** @returns a client class for one pool, whose connections share their names */
export function namedStatementClient(Client: Client): Client {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  let count = 0

  const giveName = (text: string): string => {
    const name = `stint${++count}`
    names.set(text, name)
    return name
  }

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= capacity || text.includes(' like ')) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times >= often) {
      seen.delete(text)
      return giveName(text)
    }
    // Counts of rare texts are cleared from time to time.
    if (seen.size > capacity * 10) seen.clear()
    seen.set(text, times)
    return undefined
  }

  return class NamingClient extends Client {
    // @ts-expect-error -- of the many forms of `query` Kysely uses this one
    override async query(...[text, values]: QueryArguments): Promise<unknown> {
      // `begin` and the like are not planned.
      const name = values?.length ? nameOf(text) : undefined
      if (name === undefined) return super.query(text, values as unknown[])
      try {
        return await super.query({ name, text, values: values as unknown[] })
      } catch (cause) {
        if (!isOutdated(cause)) throw cause
        if (names.get(text) === name) giveName(text)
        // Inside a transaction this fails; the whole transaction is then repeated
        // (`isSerializationFailure`).
        return super
          .query({ name: names.get(text), text, values: values as unknown[] })
          .catch(() => {
            throw cause
          })
      }
    }
  } as Client
}

/** A newer process has changed a table that a cached plan reads. */
const isOutdated = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.includes('cached plan must not change')
