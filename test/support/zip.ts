import { crc32 } from 'node:zlib'

/** Returns a zip of files that anyone may run, uncompressed. */
export function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)]
    // From the version that is needed up to the length of the extra field, as both headers have it.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, bytes])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(0o100755 * 0x10000, 6)
    entry.writeUInt32LE(at, 10)
    // Made on Unix, which keeps permissions.
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), facts, entry, name]))
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}
