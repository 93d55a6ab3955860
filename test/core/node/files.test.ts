import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataFolder } from '#core/node/data-folder.ts'
import { readRendererFile, rendererHeaders } from '#core/node/renderer-files.ts'
import { createFileSecrets } from '#core/node/secrets-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('createFileSecrets', () => {
  it('keeps a token that only this person may read', async () => {
    const secrets = createFileSecrets(folder)
    await secrets.set('studio', 'secret')
    expect(await secrets.get('studio')).toBe('secret')
    expect(await modeOf(join(folder, 'accounts/studio/token'))).toBe(0o600)
    expect(await modeOf(join(folder, 'accounts/studio'))).toBe(0o700)
  })

  it('narrows a folder that was open to others', async () => {
    await mkdir(join(folder, 'accounts/studio'), { recursive: true })
    await chmod(join(folder, 'accounts/studio'), 0o755)
    await createFileSecrets(folder).set('studio', 'secret')
    expect(await modeOf(join(folder, 'accounts/studio'))).toBe(0o700)
  })

  it('replaces a token and leaves nothing else behind', async () => {
    const secrets = createFileSecrets(folder)
    await secrets.set('studio', 'first')
    await secrets.set('studio', 'second')
    expect(await secrets.get('studio')).toBe('second')
    expect(await readdir(join(folder, 'accounts/studio'))).toEqual(['token'])
  })

  it('returns no token after it was removed, nor one that never existed', async () => {
    const secrets = createFileSecrets(folder)
    await secrets.set('studio', 'secret')
    await secrets.remove('studio')
    await secrets.remove('never')
    expect(await secrets.get('studio')).toBeNull()
  })

  it('detects a token that the keychain sealed, replaces it, and removes it', async () => {
    const secrets = createFileSecrets(folder)
    const sealed = join(folder, 'accounts/studio/token.sealed')
    expect(await secrets.has('studio')).toBe(false)
    await mkdir(join(folder, 'accounts/studio'), { recursive: true })
    await writeFile(sealed, 'c2VhbGVk')
    expect(await secrets.get('studio')).toBeNull()
    expect(await secrets.has('studio')).toBe(true)
    // Otherwise the app would use the old one.
    await secrets.set('studio', 'newer')
    expect(await readdir(join(folder, 'accounts/studio'))).toEqual(['token'])
    await writeFile(sealed, 'c2VhbGVk')
    await secrets.remove('studio')
    expect(await secrets.has('studio')).toBe(false)
  })

  it('refuses an account name that is a path to elsewhere', async () => {
    await expect(createFileSecrets(folder).set('../outside', 'secret')).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })
})

describe('dataFolder', () => {
  const linux = { platform: 'linux' as const, env: {}, homedir: '/home/ada' }

  it('prefers the flag, then STINT_HOME, then the platform', () => {
    const env = { STINT_HOME: '/named' }
    expect(dataFolder('/given', { ...linux, env })).toBe('/given')
    expect(dataFolder(undefined, { ...linux, env })).toBe('/named')
    expect(dataFolder(undefined, { ...linux, env: { STINT_HOME: '' } })).toBe(
      '/home/ada/.local/share/stint',
    )
  })

  it('follows XDG_DATA_HOME where it is absolute', () => {
    const at = (value: string) => dataFolder(undefined, { ...linux, env: { XDG_DATA_HOME: value } })
    expect(at('/data')).toBe('/data/stint')
    expect(at('data')).toBe('/home/ada/.local/share/stint')
  })

  it('uses the folders of macOS and Windows', () => {
    expect(dataFolder(undefined, { platform: 'darwin', env: {}, homedir: '/Users/ada' })).toBe(
      '/Users/ada/Library/Application Support/Stint',
    )
    const env = { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }
    expect(dataFolder(undefined, { platform: 'win32', env, homedir: 'C:\\Users\\ada' })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Stint',
    )
  })
})

describe('readRendererFile', () => {
  let pages: string
  beforeEach(async () => {
    pages = join(folder, 'renderer')
    await mkdir(join(pages, 'assets'), { recursive: true })
    await writeFile(join(pages, 'index.html'), '<!doctype html>')
    await writeFile(join(pages, 'assets/app-1a2b.js'), 'export {}')
    await writeFile(join(folder, 'secret.js'), 'secret')
    await symlink(join(folder, 'secret.js'), join(pages, 'link.js'))
  })

  it('returns files with their type, and marks those that never change', async () => {
    expect(await readRendererFile(pages, '/assets/app-1a2b.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      lasting: true,
    })
    expect(await readRendererFile(pages, '/index.html')).toMatchObject({ lasting: false })
  })

  it('returns the page for a path that names a screen', async () => {
    for (const path of ['/', '/reports/week']) {
      const file = await readRendererFile(pages, path)
      expect(file?.body.toString()).toBe(await readFile(join(pages, 'index.html'), 'utf8'))
    }
  })

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/..%5csecret.js',
    '/%252e%252e/secret.js',
    '//../secret.js',
    '/link.js',
    '/assets/app-1a2b.js%00.html',
    '/%',
    'secret.js',
    '/missing.js',
    '/index.html.map',
    '/c:/secret.js',
  ])('returns nothing for %s', async (path) => {
    expect(await readRendererFile(pages, path)).toBeNull()
  })

  it('allows scripts and styles of this origin only, and no framing', () => {
    const policy = rendererHeaders(['ws://127.0.0.1:1'])['content-security-policy']
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:1;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })
})
