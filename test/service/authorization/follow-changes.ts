/** Reads the stream of an organisation's changes. */

export interface Follower {
  /** Resource and id of every change that has arrived. */
  events(): string[]
  close(): void
}

/**
 * Continues where it was when the service ends the connection: it ends silent ones.
 * @returns once the stream has begun
 */
export async function followChanges(url: string, token: string, cursor: string): Promise<Follower> {
  const controller = new AbortController()
  const { signal } = controller
  const events: string[] = []
  let last = cursor

  const connect = async (): Promise<ReadableStream<Uint8Array>> => {
    const response = await fetch(`${url}/api/v1/changes/stream`, {
      headers: { Authorization: `Bearer ${token}`, 'Last-Event-ID': last },
      signal,
    })
    if (response.status !== 200) throw new Error(`The stream answered ${response.status}`)
    return response.body!
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of body) {
      const blocks = (text + decoder.decode(part, { stream: true })).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const [, id, data] = /^id: (.+)\nevent: change\ndata: (.+)$/.exec(block) ?? []
        if (id === undefined) continue
        last = id
        const change = JSON.parse(data!) as { resource: string; id: number }
        events.push(`${change.resource} ${change.id}`)
      }
    }
  }

  async function follow(first: ReadableStream<Uint8Array>): Promise<void> {
    for (let body = first; !signal.aborted; body = await connect()) {
      await read(body).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  const first = await connect()
  follow(first).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
  return { events: () => events, close: () => controller.abort() }
}
