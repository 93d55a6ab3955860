import { beforeEach, describe, expect, it } from 'vitest'
import type { CallArguments } from '#shared/ipc/contract.ts'
import ConnectForm from '../../renderer/app/connect/ConnectForm.vue'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import SyncPage from '../../renderer/features/sync/SyncPage.vue'
import { setClock } from './support/clock.ts'
import { type TestCore, studio } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const open = () => show(core, SettingsPage)
const asked = () => core.asked('network.setProxy')
const section = (screen: Screen) => screen.wrapper.get('[data-section=network]')
const button = (screen: Screen, name: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(name))!
const field = (screen: Screen, label: string) => {
  const labels = screen.wrapper.findAll('.field > label')
  const at = labels.findIndex((one) => one.text() === label)
  const found = screen.wrapper.findAll('.field:has(> label)')[at]!
  return { text: () => found.text(), input: found.get('input') }
}
const choose = async (screen: Screen, label: string) => {
  const radios = section(screen).findAll('[role=radio]')
  await radios.find((radio) => radio.text() === label)!.trigger('click')
  await screen.settle()
}
/** One with a password, as another window sets it. */
const set = (proxy: Partial<CallArguments<'network.setProxy'>> = {}) =>
  core.do('network.setProxy', {
    ...{ way: 'named', address: 'proxy.test:3128', except: 'a.test', user: 'ada' },
    ...{ password: 'secret', ...proxy },
  })
const wantsLogin = 'The proxy needs a username and password'

describe('the proxy', () => {
  it('is the system’s, which is named as far as it is known', async () => {
    const systemProxy = 'office.test:8080'
    core = await studio({ systemProxy })
    const browser = await open()
    expect(section(browser).text()).toContain('HTTPS_PROXY')
    expect(section(browser).text()).toContain('currently office.test:8080')
    core = await studio({ systemProxy, host: 'electron' })
    const screen = await open()
    expect(section(screen).text()).toContain('Uses the system proxy, currently office.test')
  })

  it('is switched off as soon as that is chosen', async () => {
    const screen = await open()
    await choose(screen, 'None')
    expect(asked()).toEqual({ way: 'none' })
    expect(section(screen).text()).toContain('Connects directly')
  })

  it('that is named applies once it was saved, and is tested at once', async () => {
    const screen = await open()
    await choose(screen, 'Custom')
    expect(asked()).toBeUndefined()
    expect(section(screen).text()).toContain('Takes effect once you save')
    await field(screen, 'Address').input.setValue('proxy.test:3128')
    await field(screen, 'Bypass for').input.setValue('a.test, b.test')
    await field(screen, 'Username').input.setValue('ada')
    await field(screen, 'Password').input.setValue('secret')
    await button(screen, 'Save and test').trigger('click')
    await screen.settle()
    expect(asked()).toEqual({
      ...{ way: 'named', address: 'proxy.test:3128', except: 'a.test, b.test' },
      ...{ user: 'ada', password: 'secret' },
    })
    expect(section(screen).get('[role=status]').text()).toBe(
      'Connected to time.test through proxy.test:3128.',
    )
    // The typed password is nowhere on the page any more.
    expect((field(screen, 'Password').input.element as HTMLInputElement).value).toBe('')
    expect(button(screen, 'Test')).toBeDefined()
  })

  it('shows an error at the field that needs another value', async () => {
    const text = 'Add a port, like proxy.example.com:3128'
    const screen = await open()
    await choose(screen, 'Custom')
    await field(screen, 'Address').input.setValue('proxy.test')
    await button(screen, 'Save and test').trigger('click')
    await screen.settle()
    expect(field(screen, 'Address').text()).toContain(text)
    expect(document.activeElement).toBe(field(screen, 'Address').input.element)
    expect(core.allAsked('network.testConnection')).toEqual([])
  })

  it('that wants a password leads to the field for it', async () => {
    await set()
    const problem = 'The proxy rejected this username and password'
    core.service.outage = { is: 'unreached', why: problem, proxy: 'login' }
    const screen = await open()
    expect(field(screen, 'Password').text()).toContain('A password is saved')
    await button(screen, 'Test').trigger('click')
    await screen.settle()
    expect(section(screen).get('[role=status]').text()).toContain(
      'Couldn’t reach time.test through',
    )
    expect(field(screen, 'Password').text()).toContain(problem)
    expect(document.activeElement).toBe(field(screen, 'Password').input.element)
  })

  it('of the system that requires a password gets one by a press', async () => {
    core = await studio({ systemProxy: 'office.test:8080' })
    core.service.outage = { is: 'unreached', why: wantsLogin, proxy: 'login' }
    const screen = await open()
    await button(screen, 'Test').trigger('click')
    await screen.settle()
    await button(screen, 'Sign in').trigger('click')
    await screen.settle()
    expect((field(screen, 'Address').input.element as HTMLInputElement).value).toBe(
      'office.test:8080',
    )
    expect(document.activeElement).toBe(field(screen, 'Username').input.element)
  })

  it('keeps a password until it is cleared, or until the proxy changes', async () => {
    await set()
    const screen = await open()
    await field(screen, 'Username').input.setValue('grace')
    expect(field(screen, 'Password').text()).toContain('for a different address or username')
    await button(screen, 'Remove password').trigger('click')
    expect(asked()).toEqual({ way: 'named', password: null })
  })

  it('shows what another window sets, but not over what is being typed', async () => {
    await set()
    const screen = await open()
    await field(screen, 'Username').input.setValue('grace')
    await set({ address: 'other.test:3128', user: 'eve' })
    await screen.settle()
    expect((field(screen, 'Address').input.element as HTMLInputElement).value).toBe(
      'other.test:3128',
    )
    expect((field(screen, 'Username').input.element as HTMLInputElement).value).toBe('grace')
  })

  it('cannot be tried without a service', async () => {
    core = await studio({ account: 'local' })
    const screen = await open()
    expect(button(screen, 'Test').attributes('aria-disabled')).toBe('true')
    await choose(screen, 'Custom')
    await field(screen, 'Address').input.setValue('proxy.test:3128')
    await button(screen, 'Save').trigger('click')
    await screen.settle()
    expect(asked()).toMatchObject({ way: 'named', address: 'proxy.test:3128' })
    expect(core.allAsked('network.testConnection')).toEqual([])
  })
})

describe('a proxy that blocks the connection', () => {
  it.each([
    ['login', wantsLogin, 'Sign in to proxy', 'needs a username and password'],
    [
      ...(['away', 'The proxy isn’t responding', 'Proxy problem'] as const),
      'The proxy isn’t responding. You can keep working.',
    ],
  ] as const)('to sync (%s) leads to its setting', async (proxy, why, title, text) => {
    core.service.outage = { is: 'unreached', why, proxy }
    await core.sync()
    const screen = await show(core, SyncPage)
    expect(screen.wrapper.text()).toContain(title)
    expect(screen.wrapper.text()).toContain(text)
    await button(screen, 'Open Network settings').trigger('click')
    await screen.settle(200)
    expect(location.hash).toBe('#/settings/network')
  })

  it('to a new service is corrected right there', async () => {
    core = await studio({ account: 'none', systemProxy: 'office.test:8080' })
    core.service.outage = { is: 'unreached', why: wantsLogin, proxy: 'login' }
    const screen = await show(core, ConnectForm)
    await field(screen, 'Service URL').input.setValue('https://time.test')
    await field(screen, 'Access token').input.setValue('token')
    await screen.settle(500)
    expect(field(screen, 'Service URL').text()).toContain(wantsLogin)
    await button(screen, 'Set up proxy').trigger('click')
    await screen.settle()
    expect(document.activeElement).toBe(field(screen, 'Address').input.element)
    await field(screen, 'Username').input.setValue('ada')
    await field(screen, 'Password').input.setValue('secret')
    core.service.calm()
    await button(screen, 'Save').trigger('click')
    await screen.settle(500)
    expect(asked()).toMatchObject({ address: 'office.test:8080', user: 'ada', password: 'secret' })
    expect(screen.wrapper.text()).toContain('Found time.test')
    expect(screen.wrapper.find('.proxy').exists()).toBe(false)
  })
})
