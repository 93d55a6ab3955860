/**
 * Lists the third-party software that Stint ships, from the bundles and the lock file: the licenses
 * as one text, and a bill of materials. Both files are in this folder, and a test keeps them
 * current.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closureOf, lockedAt, manifest, onlyForBuilding, outside, root } from './tree.ts'

interface Part {
  name: string
  version: string
  license: string
  integrity: string | undefined
  text: string
}

/** Returns the packages in the bundles, which each build lists in `parts.json`. */
const bundled = (): string[] =>
  ['main', 'renderer'].flatMap(
    (bundle) =>
      JSON.parse(readFileSync(join(root, 'out', bundle, 'parts.json'), 'utf8')) as string[],
  )

/**
 * Returns everything third-party that is shipped; Electron without its Chromium, which has its own
 * notices.
 */
export function shippedParts(): Part[] {
  const outsideParts = closureOf(outside).filter((path) => !onlyForBuilding.includes(path))
  const paths = [...new Set([...bundled(), ...outsideParts, 'node_modules/electron'])].sort()
  return paths.map((path) => {
    const { version, license: named, integrity } = lockedAt(path)!
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const text = licenseText(join(root, path), named ?? 'UNKNOWN')
    return { name, version, license: named ?? nameOfLicense(text), integrity, text }
  })
}

/** What a license is called that its package does not name, by its text. */
const nameOfLicense = (text: string): string =>
  /^(?:The )?MIT License/m.test(text) || withoutBlanks(text).includes(withoutBlanks(mit))
    ? 'MIT'
    : 'UNKNOWN'

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '')

/**
 * Returns a package's license: from a file of its own, from the end of its read-me, or only its
 * name.
 */
function licenseText(folder: string, license: string): string {
  const names = readdirSync(folder)
  const files = names.filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
  if (files.length > 0) {
    return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
  }
  const readMe = names.includes('README.md') ? readFileSync(join(folder, 'README.md'), 'utf8') : ''
  const [granted] = /^Copyright \(c\)[^]*Permission is hereby granted[^]*$/m.exec(readMe) ?? []
  if (granted !== undefined) return granted.trim()
  const author = authorIn(folder)
  const text = texts[license]
  if (author === undefined || text === undefined) {
    throw new Error(`${folder} doesn’t contain the text of its license, ${license}`)
  }
  return `Copyright (c) ${author}\n\n${text}`
}

/** Finds the author of an icon set; Iconify's packages name the artist in a separate file. */
function authorIn(folder: string): string | undefined {
  const file = ['info.json', 'package.json']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path))
  if (file === undefined) return undefined
  const { author } = JSON.parse(readFileSync(file, 'utf8')) as {
    author?: string | { name: string }
  }
  return typeof author === 'object' ? author.name : author
}

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without
fee is hereby granted, provided that the above copyright notice and this permission notice appear in
all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS
SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE
AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE
OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS
SOFTWARE.`

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const texts: Readonly<Record<string, string>> = { ISC: isc, MIT: mit }

/** Returns the licenses as one text. */
export function noticesText(parts = shippedParts()): string {
  const head = [
    'Stint contains third-party software, each under its own license.',
    '',
    'The desktop app also contains Chromium. Its licenses are in LICENSES.chromium.html, next to the',
    'app. Packages that include Node.js have its license next to it. SQLite, which better-sqlite3',
    'contains, is in the public domain.',
  ]
  const sections = parts.map(({ name, version, license, text }) =>
    [`${name} ${version}`, `License: ${license}`, '', text].join('\n'),
  )
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `${[head.join('\n'), ...sections].join(rule)}\n`
}

/**
 * Returns CycloneDX 1.6 without a timestamp or serial number: the same parts give the same text.
 */
export function billOfMaterials(parts = shippedParts()): string {
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${manifest.name}@${manifest.version}`,
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: parts.map(({ name, version, license, integrity }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      return {
        type: name === 'electron' ? 'framework' : 'library',
        'bom-ref': purl,
        name,
        version,
        purl,
        ...hashOf(integrity),
        licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      }
    }),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function hashOf(integrity: string | undefined) {
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  if (digest === undefined) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
}

export const noticesFile = join(root, 'electron', 'package', 'THIRD-PARTY-NOTICES')
export const billFile = join(root, 'electron', 'package', 'sbom.cdx.json')

/** Returns whether both files are up to date. */
export const areCurrent = (): boolean =>
  [
    [noticesFile, noticesText()],
    [billFile, billOfMaterials()],
  ].every(([file, text]) => existsSync(file!) && readFileSync(file!, 'utf8') === text)
