/** The program's end of the line to its test. */

interface Line {
  /** Where Chromium’s DevTools answer, once the first window shows its page. */
  loaded(): Promise<string>
  windows(): { visible: boolean; url: string; preferences: object }[]
  closeWindow(): void
  openAgain(): void
  quit(): void
  tray(): { toolTip: string | null; items: { label: string; enabled: boolean }[] }
  clickTray(label: string): void
  /** A call as if from this frame; null for one that has gone. */
  invoke(input: {
    url: string | null
    isMainFrame: boolean
    channel: string
    args: unknown[]
  }): Promise<unknown>
  request(url: string): Promise<{ status: number; headers: Record<string, string>; body: string }>
  permission(name: string): Promise<boolean>
  openedOutside(): string[]
  errorBoxes(): { title: string; content: string }[]
  paths(): Record<string, string>
  hasMenu(): boolean
}

/** What a test may do with the running program. */
export type Operations = Line

export interface Asked {
  id: number
  operation: keyof Operations
  input: unknown
}

export type Answered = { id: number; value?: unknown } | { id: number; error: string }

/**
 * Answers what the test asks.
 * @param gone the test has ended without a word: nobody else would end this program
 */
export function listen(
  operations: { [Name in keyof Line]: (...input: Parameters<Line[Name]>) => unknown },
  gone: () => void,
): void {
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
