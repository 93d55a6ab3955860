/** A driver whose connections queue for access (connection-queue.ts). */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { ConnectionQueue } from './connection-queue.ts'

/** Runs queries on a connection of its own. */
export interface ReadConnection {
  read<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** Queries may follow until `discardLocally`. */
  acquire(): void
  release(): void
}

export class QueuedDriver implements Driver {
  readonly #inner: Driver
  readonly #turns: ConnectionQueue
  readonly #reader: ReadConnection

  constructor(inner: Driver, turns: ConnectionQueue, reader: ReadConnection) {
    this.#inner = inner
    this.#turns = turns
    this.#reader = reader
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Turn(await this.#inner.acquireConnection(), this.#turns, this.#reader)
  }

  beginTransaction(turn: Turn): Promise<void> {
    return this.#inner.beginTransaction(turn, {})
  }

  commitTransaction(turn: Turn): Promise<void> {
    return this.#inner.commitTransaction(turn)
  }

  rollbackTransaction(turn: Turn): Promise<void> {
    return this.#inner.rollbackTransaction(turn)
  }

  async releaseConnection(turn: Turn): Promise<void> {
    turn.end()
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

/**
 * A queued connection. From its first query that the reader does not answer, it has exclusive
 * access until it is released.
 */
class Turn implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #turns: ConnectionQueue
  readonly #reader: ReadConnection
  #isOurs = false
  #isOver = false

  constructor(inner: DatabaseConnection, turns: ConnectionQueue, reader: ReadConnection) {
    this.#inner = inner
    this.#turns = turns
    this.#reader = reader
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A query now would take access that is never given back, and block all others.
    if (this.#isOver) throw new Error('This connection was already released')
    if (!this.#isOurs) {
      const way = await this.#turns.acquire(onlyReads(query))
      if (way === 'read-only') return this.#reader.read(query)
      this.#isOurs = true
    }
    return this.#inner.executeQuery<Row>(query)
  }

  streamQuery(): never {
    throw new Error('Queries can’t be streamed')
  }

  end(): void {
    if (this.#isOurs) this.#turns.release()
    this.#isOurs = false
    this.#isOver = true
  }
}

const onlyReads = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\s/i.test(sql))
