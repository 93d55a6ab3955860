/**
 * A connection that lets the server keep what it has parsed and planned: a statement that comes
 * again and again is given a name, under which the server finds it (a point read in a quarter of
 * the time). What a search costs depends on its words, so it is planned anew each time.
 */
import type pg from 'pg'

/** Named statements of a process, each kept by every connection that has run it. */
const capacity = 300
/** How often a text is seen before it is worth a name. */
const often = 3

type Client = typeof pg.Client
type QueryArguments = [text: string, values?: readonly unknown[]]

/** @returns a kind of client for one pool; its connections share their names */
export function namingClient(Client: Client): Client {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  let given = 0

  const giveName = (text: string): string => {
    const name = `stint${++given}`
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
    // Texts that come once only are forgotten together, now and then.
    if (seen.size > capacity * 10) seen.clear()
    seen.set(text, times)
    return undefined
  }

  return class NamingClient extends Client {
    // @ts-expect-error -- of the many forms of `query` Kysely uses this one
    override async query(...[text, values]: QueryArguments): Promise<unknown> {
      // `begin` and its like are not planned.
      const name = values?.length ? nameOf(text) : undefined
      if (name === undefined) return super.query(text, values as unknown[])
      try {
        return await super.query({ name, text, values: values as unknown[] })
      } catch (cause) {
        if (!isOutdated(cause)) throw cause
        if (names.get(text) === name) giveName(text)
        // Inside a transaction this is in vain: then the whole of it is run again (`isLostRace`).
        return super
          .query({ name: names.get(text), text, values: values as unknown[] })
          .catch(() => {
            throw cause
          })
      }
    }
  } as Client
}

/** A newer process has changed a table that a kept plan reads. */
const isOutdated = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.includes('cached plan must not change')
