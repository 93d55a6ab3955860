/** A name server on this computer, which answers as a test wants. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** IP addresses, a failure, or null for no answer at all. */
export type NameAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | null

export interface NameServer {
  /** For `Resolver.setServers`. */
  address: string
  /** The names that were asked for, one for each query. */
  asked: string[]
  close(): void
}

const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 }
const recordTypes = { A: 1, AAAA: 28 }

export async function startNameServer(
  answer: (name: string) => NameAnswer | Promise<NameAnswer>,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query)
    asked.push(name)
    void Promise.resolve(answer(name)).then((given) => {
      if (given !== null) socket.send(respond(query, question, type, given), port, address)
    })
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  return { address: `127.0.0.1:${port}`, asked, close: () => void socket.close() }
}

/** RFC 1035, 4.1.2: labels with their lengths, the type, and the class. */
function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    const end = at + 1 + query[at]!
    labels.push(query.toString('latin1', at + 1, end))
    at = end
  }
  const type = query.readUInt16BE(at + 1)
  return { name: labels.join('.'), type, question: query.subarray(12, at + 5) }
}

function respond(query: Buffer, question: Buffer, type: number, given: NonNullable<NameAnswer>) {
  const code = typeof given === 'string' ? given : 'NOERROR'
  const records = (typeof given === 'string' ? [] : given)
    .filter((address) => type === (isIPv4(address) ? recordTypes.A : recordTypes.AAAA))
    .map((address) => {
      const bytes = toBytes(address)
      const record = Buffer.alloc(12)
      // The name of the question, then type, class, time to live, and length.
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([record, bytes])
    })
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // A response; recursion was desired and is available.
  header.writeUInt16BE(0x8180 + responseCodes[code], 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}

/** @param address IPv4, or IPv6 in full with eight groups */
const toBytes = (address: string): Buffer =>
  isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
