import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface RendererFile {
  body: Buffer<ArrayBuffer>
  type: string
  /** The file's name contains a hash of its content, so it never changes. */
  lasting: boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/**
 * Returns a file of the built renderer for the path of a URL, such as `/assets/index-3f2a.js`; null
 * for one that does not exist, has a type that the renderer does not use, or is outside the folder.
 * A path that names no file (`/`, `/reports`) is a screen and gets the page.
 *
 * @param path as in the URL: percent-encoded, without parameters
 */
export async function readRendererFile(folder: string, path: string): Promise<RendererFile | null> {
  const name = decoded(path)
  if (name === null) return null
  const extension = extname(name)
  const relative = extension === '' ? 'index.html' : name
  const type = types[extname(relative)]
  if (type === undefined) return null
  try {
    // Both are resolved: a link inside the folder must not lead out of it either.
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, relative))])
    if (!file.startsWith(root + sep)) return null
    return { body: await readFile(file), type, lasting: relative.startsWith('/assets/') }
  } catch {
    return null
  }
}

/** Decodes a path once; returns null when a file system could read it in another way. */
function decoded(path: string): string | null {
  try {
    const name = decodeURIComponent(path)
    const plain = name.startsWith('/') && !/[\\\0:%]/.test(name) && !name.includes('/../')
    return plain && !name.endsWith('/..') ? name : null
  } catch {
    return null
  }
}

/**
 * Headers of every response with a part of the app, from either host.
 * @param connect what the page may connect to besides its own origin
 */
export const rendererHeaders = (connect: readonly string[] = []): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})
