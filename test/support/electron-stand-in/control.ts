/** The program's end of the connection to its test. */

/** What a test may do: functions of at most one argument that JSON can carry. */
type Operations = Record<string, (input: never) => unknown>

export interface Asked {
  id: number
  operation: string
  input: unknown
}

export type Answered = { id: number; value?: unknown } | { id: number; error: string }

/**
 * Answers the requests of the test.
 * @param gone called when the test has ended without a word: nothing else would end this program
 */
export function listen(operations: Operations, gone: () => void): void {
  const answer = async ({ id, operation, input }: Asked): Promise<Answered> => {
    try {
      const run = operations[operation] as (input: unknown) => unknown
      return { id, value: await run(input) }
    } catch (reason) {
      return { id, error: String(reason) }
    }
  }
  process.on('message', (message) => {
    void answer(message as Asked).then((answered) => process.send?.(answered))
  })
  process.on('disconnect', gone)
}
