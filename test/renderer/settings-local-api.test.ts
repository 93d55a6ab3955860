import { beforeEach, describe, expect, it } from 'vitest'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import { setClock } from './support/clock.ts'
import { type TestCore, studio } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const open = () => show(core, SettingsPage)
const lineOf = (screen: Screen, label: string) =>
  screen.wrapper.findAll('.setting').find((one) => one.get('.words > div').text() === label)!

describe('the local interface', () => {
  const running = { url: 'http://127.0.0.1:4690', problem: null }

  it('is not shown where the host does not serve it', async () => {
    const screen = await open()
    expect(screen.wrapper.text()).not.toContain('Enable local API')
  })

  it('is switched on, and then shows its address and the file of its token', async () => {
    core = await studio({ localApi: running })
    const screen = await open()
    await lineOf(screen, 'Enable local API').get('[role=switch]').trigger('click')
    expect(core.asked('settings.set')).toMatchObject({ localApi: true })
    await screen.settle()
    expect(lineOf(screen, 'Enable local API').text()).toContain(`${running.url}/api/v1`)
    expect(screen.wrapper.text()).toContain('local-api.token')
  })

  it('takes another port, and says which ports are valid', async () => {
    const problem = 'Port 4690 is already in use by another program. Choose another'
    core = await studio({ localApi: { url: null, problem } })
    await core.do('settings.set', { localApi: true })
    const screen = await open()
    expect(lineOf(screen, 'Enable local API').text()).toContain(problem)
    const field = lineOf(screen, 'Port').get('input')
    await field.setValue('80')
    await field.trigger('blur')
    expect(lineOf(screen, 'Port').text()).toContain('from 1024 to 65535')
    expect(core.asked('settings.set')).toBeUndefined()
    await field.setValue('4700')
    await field.trigger('blur')
    expect(core.asked('settings.set')).toMatchObject({ localApiPort: 4700 })
  })
})
