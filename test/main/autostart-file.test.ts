import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  autostartFile,
  autostartText,
  programCommand,
  setAutostart,
} from '../../electron/main/autostart-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stint-autostart-'))
  file = join(folder, 'autostart', 'stint.desktop')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const command = ['/opt/Stint/stint', '--quiet']

describe('starting at login on Linux', () => {
  it('is a file in the folder of the XDG rules, a relative folder ignored', () => {
    const home = '/home/ada'
    const place = (folder?: string) =>
      autostartFile({ env: { XDG_CONFIG_HOME: folder }, homedir: home })
    expect(place('/etc/ada')).toBe('/etc/ada/autostart/stint.desktop')
    for (const none of [undefined, '', 'config']) {
      expect(place(none)).toBe('/home/ada/.config/autostart/stint.desktop')
    }
  })

  it('is in the user’s own folder from inside a flatpak, which the desktop starts by name', () => {
    const flatpak = { FLATPAK_ID: 'app.stint.Stint', XDG_CONFIG_HOME: '/home/ada/.var/app' }
    const place = (own: Record<string, string>) =>
      autostartFile({ env: { ...flatpak, ...own }, homedir: '/home/ada' })
    expect(place({})).toBe('/home/ada/.config/autostart/stint.desktop')
    expect(place({ HOST_XDG_CONFIG_HOME: '/etc/ada' })).toBe('/etc/ada/autostart/stint.desktop')
    expect(programCommand(flatpak, '/app/stint/stint')).toEqual([
      'flatpak',
      'run',
      'app.stint.Stint',
    ])
    expect(programCommand({}, '/opt/Stint/stint')).toEqual(['/opt/Stint/stint'])
    expect(programCommand({ APPIMAGE: '/home/ada/Stint' }, '/tmp/stint')).toEqual([
      '/home/ada/Stint',
    ])
  })

  it('says that it is off where a flatpak may not see the folder', () => {
    expect(setAutostart(file, command, true, false)).toBe(false)
    expect(() => readFileSync(file)).toThrow('ENOENT')
    mkdirSync(dirname(file))
    expect(setAutostart(file, command, true, false)).toBe(true)
  })

  it('is written, read back and removed', () => {
    expect(setAutostart(file, command, true)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Stint/stint" "--quiet"\n')
    expect(setAutostart(file, command, false)).toBe(false)
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })

  it('leaves the file of another Stint alone when it is off here', () => {
    setAutostart(file, ['/other/stint'], true)
    setAutostart(file, command, false)
    expect(readFileSync(file, 'utf8')).toContain('/other/stint')
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'reports that it is off where the desktop’s own settings switched it off (%s)',
    (line) => {
      setAutostart(file, command, true)
      const text = `[Desktop Entry]\nType=Application\nName=Stint\nExec=stint\n${line}\n`
      writeFileSync(file, text)
      expect(setAutostart(file, command, true)).toBe(false)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('reports that the file cannot be written', () => {
    writeFileSync(join(folder, 'autostart'), 'in the way')
    expect(setAutostart(file, command, true)).toBe(false)
  })

  it.each([
    ['a blank', '/opt/my apps/stint', String.raw`"/opt/my apps/stint"`],
    ['a quote', '/opt/"x"', String.raw`"/opt/\\"x\\""`],
    ['a backslash', String.raw`/opt/a\b`, String.raw`"/opt/a\\\\b"`],
    [
      'a variable and a command',
      '/opt/$HOME/`id`',
      String.raw`"/opt/\\$HOME/\\` + '`id' + String.raw`\\` + '`"',
    ],
    ['a field code', '--home=/tmp/100%u', '"--home=/tmp/100%%u"'],
    ['a line', '/opt/a\nExec=evil', String.raw`"/opt/a\nExec=evil"`],
  ])('escapes %s in its command', (_what, argument, written) => {
    const lines = autostartText([argument]).split('\n')
    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual([`Exec=${written}`])
  })
})
