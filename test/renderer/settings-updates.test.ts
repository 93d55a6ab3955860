import { beforeEach, describe, expect, it } from 'vitest'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import { setClock } from './support/clock.ts'
import { type CoreSetting, studio, type TestCore } from './support/core.ts'
import { show } from './support/mount.ts'

beforeEach(() => setClock())

let core: TestCore
async function about(updates?: CoreSetting['updates']) {
  core = await studio(updates ? { updates } : {})
  const { wrapper, settle } = await show(core, SettingsPage)
  const line = (label: string) =>
    wrapper.findAll('.setting').find((one) => one.get('.words > div').text() === label)
  return { wrapper, settle, line }
}
const page = 'https://stint.example'

describe('newer versions', () => {
  it('are not shown where the build has no feed', async () => {
    const { line } = await about()
    expect(line('Version')!.find('button').exists()).toBe(false)
    expect(line('Check for updates')).toBeUndefined()
  })

  it('are searched on request, and no more when that is switched off', async () => {
    const { line, settle } = await about({ is: 'newest' })
    expect(line('Version')!.text()).toContain('You have the latest version.')
    await line('Version')!.get('button').trigger('click')
    await settle()
    expect(core.asked('desktop.lookForUpdate')).not.toBeNull()
    await line('Check for updates')!.get('[role=switch]').trigger('click')
    await settle()
    expect(core.asked('settings.set')).toMatchObject({ updates: false })
    expect(line('Version')!.find('button').exists()).toBe(false)
  })

  it('are installed when the person says so, with the release notes as plain text', async () => {
    const notes = 'Faster reports.\n<b>Bold</b>'
    const newer = { is: 'newer', version: '0.2.0', notes, how: 'restart', page } as const
    const { line, wrapper, settle } = await about(newer)
    expect(line('Version')!.text()).toContain('Stint 0.2.0 is ready.')
    expect(wrapper.get('.notes').text()).toContain('<b>Bold</b>')
    expect(wrapper.find('.notes b').exists()).toBe(false)
    const before = core.calls.length
    await line('Version')!.get('button').trigger('click')
    await settle()
    expect(core.calls.slice(before).map(({ name }) => name)).toContain('desktop.update')
  })

  it('are shown with their source, where a package manager installs them', async () => {
    const newer = { is: 'newer', version: '0.2.0', notes: null, how: 'by-hand', page } as const
    const { line, wrapper } = await about(newer)
    expect(line('Version')!.text()).toContain(`or from ${page}`)
    expect(line('Version')!.text()).not.toContain('Restart')
    expect(wrapper.find('.notes').exists()).toBe(false)
  })
})
