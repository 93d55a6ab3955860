import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '#shared/errors.ts'
import { proxyDefaults, type ProxySettings } from '#shared/ipc/proxy.ts'
import type { SyncStatus } from '#shared/ipc/views.ts'
import ConnectForm from '../../renderer/app/connect/ConnectForm.vue'
import SettingsPage from '../../renderer/features/settings/SettingsPage.vue'
import SyncPage from '../../renderer/features/sync/SyncPage.vue'
import { quietSync, type FakeCore } from './support/fake-core.ts'
import { setClock, show, studio, type Screen } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
  core.override['network.setProxy'] = ({ way, address, except, user }) => {
    const { proxy } = core.state.settings
    const now: ProxySettings = {
      way,
      address: address === undefined ? proxy.address : `http://${address}`,
      except: except === undefined ? proxy.except : except.split(/[, ]+/).filter(Boolean),
      user: user === undefined ? proxy.user : user || null,
    }
    core.state = { ...core.state, settings: { ...core.state.settings, proxy: now } }
    return core.state
  }
  document.body.replaceChildren()
})

const open = () => show(core, SettingsPage)
const asked = (name = 'network.setProxy') =>
  core.calls.findLast((call) => call.name === name)?.input
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
const named: ProxySettings = {
  way: 'named',
  address: 'http://proxy.test:3128',
  except: ['a.test'],
  user: 'ada',
}
const set = (proxy: Partial<ProxySettings>) => {
  const settings = { ...core.state.settings, proxy: { ...proxyDefaults, ...proxy } }
  core.state = { ...core.state, settings }
}

describe('the proxy', () => {
  it('is the system’s, which is named as far as it is known', async () => {
    core.override['network.state'] = () => ({ system: 'office.test:8080', password: false })
    const screen = await open()
    expect(section(screen).text()).toContain('HTTPS_PROXY')
    expect(section(screen).text()).toContain('at present through office.test:8080')
    core.state = { ...core.state, host: 'electron' }
    core.emit({ event: 'app' })
    await screen.settle()
    expect(section(screen).text()).toContain('As this system says: at present through office.test')
  })

  it('is none as soon as that is chosen', async () => {
    const screen = await open()
    await choose(screen, 'None')
    expect(asked()).toEqual({ way: 'none' })
    expect(section(screen).text()).toContain('Straight to the service')
  })

  it('that is named holds once it was saved, and is tried at once', async () => {
    core.override['network.try'] = () => ({
      ...{ reached: true, through: 'proxy.test:3128', problem: null, proxy: null },
    })
    const screen = await open()
    await choose(screen, 'This one')
    expect(asked()).toBeUndefined()
    expect(section(screen).text()).toContain('Holds once it is saved')
    await field(screen, 'Address').input.setValue('proxy.test:3128')
    await field(screen, 'Reached without it').input.setValue('a.test, b.test')
    await field(screen, 'User name').input.setValue('ada')
    await field(screen, 'Password').input.setValue('secret')
    await button(screen, 'Save and try it').trigger('click')
    await screen.settle()
    expect(asked()).toEqual({
      ...{ way: 'named', address: 'proxy.test:3128', except: 'a.test, b.test' },
      ...{ user: 'ada', password: 'secret' },
    })
    expect(section(screen).get('[role=status]').text()).toBe(
      '127.0.0.1:4000 is reached through proxy.test:3128.',
    )
    // What was typed is nowhere on the page any more.
    expect((field(screen, 'Password').input.element as HTMLInputElement).value).toBe('')
    expect(button(screen, 'Try it')).toBeDefined()
  })

  it('says at its field what another value is needed for', async () => {
    const text = 'Needs a port too, such as proxy.example.com:3128'
    core.override['network.setProxy'] = () => fail('validation', text, { address: [text] })
    const screen = await open()
    await choose(screen, 'This one')
    await field(screen, 'Address').input.setValue('proxy.test')
    await button(screen, 'Save and try it').trigger('click')
    await screen.settle()
    expect(field(screen, 'Address').text()).toContain(text)
    expect(document.activeElement).toBe(field(screen, 'Address').input.element)
    expect(core.calls.some(({ name }) => name === 'network.try')).toBe(false)
  })

  it('that wants a password leads to the field for it', async () => {
    set(named)
    core.override['network.state'] = () => ({ system: null, password: true })
    const problem = 'The proxy does not take this user name and password'
    core.override['network.try'] = () => ({
      ...{ reached: false, through: 'proxy.test:3128', problem, proxy: 'login' as const },
    })
    const screen = await open()
    expect(field(screen, 'Password').text()).toContain('One is kept')
    await button(screen, 'Try it').trigger('click')
    await screen.settle()
    expect(section(screen).get('[role=status]').text()).toContain('is not reached through')
    expect(field(screen, 'Password').text()).toContain(problem)
    expect(document.activeElement).toBe(field(screen, 'Password').input.element)
  })

  it('of the system that wants a password gets one by a press', async () => {
    core.override['network.state'] = () => ({ system: 'office.test:8080', password: false })
    const problem = 'The proxy wants a user name and a password'
    core.override['network.try'] = () => ({
      ...{ reached: false, through: 'office.test:8080', problem, proxy: 'login' as const },
    })
    const screen = await open()
    await button(screen, 'Try it').trigger('click')
    await screen.settle()
    await button(screen, 'Enter them').trigger('click')
    await screen.settle()
    expect((field(screen, 'Address').input.element as HTMLInputElement).value).toBe(
      'office.test:8080',
    )
    expect(document.activeElement).toBe(field(screen, 'User name').input.element)
  })

  it('keeps a password until it is told to forget it, or becomes another', async () => {
    set(named)
    core.override['network.state'] = () => ({ system: null, password: true })
    const screen = await open()
    await field(screen, 'User name').input.setValue('grace')
    expect(field(screen, 'Password').text()).toContain('for another address or name')
    await button(screen, 'Forget it').trigger('click')
    expect(asked()).toEqual({ way: 'named', password: null })
  })

  it('shows what another window sets, but not over what is being typed', async () => {
    set(named)
    const screen = await open()
    await field(screen, 'User name').input.setValue('grace')
    set({ ...named, address: 'http://other.test:3128', user: 'eve' })
    core.emit({ event: 'app' })
    await screen.settle()
    expect((field(screen, 'Address').input.element as HTMLInputElement).value).toBe(
      'other.test:3128',
    )
    expect((field(screen, 'User name').input.element as HTMLInputElement).value).toBe('grace')
  })

  it('cannot be tried without a service', async () => {
    core.state = {
      ...core.state,
      account: { account: 'here', kind: 'local', name: '', url: null },
    }
    const screen = await open()
    expect(button(screen, 'Try it').attributes('aria-disabled')).toBe('true')
    await choose(screen, 'This one')
    await field(screen, 'Address').input.setValue('proxy.test:3128')
    await button(screen, 'Save').trigger('click')
    await screen.settle()
    expect(asked()).toMatchObject({ way: 'named', address: 'proxy.test:3128' })
    expect(core.calls.some(({ name }) => name === 'network.try')).toBe(false)
  })
})

describe('a proxy in the way', () => {
  it.each([
    ['login', 'Proxy wants a login', 'wants a user name and a password'],
    ['away', 'Proxy in the way', 'The proxy does not answer. Work goes on as usual.'],
  ] as const)('of sync (%s) leads to its setting', async (proxy, title, text) => {
    const status: SyncStatus = {
      ...quietSync,
      phase: { is: 'offline', since: 1, nextTry: 2, proxy },
      fetching: { since: 1, text: 'The proxy does not answer' },
    }
    core.sync = status
    const screen = await show(core, SyncPage)
    expect(screen.wrapper.text()).toContain(title)
    expect(screen.wrapper.text()).toContain(text)
    await button(screen, 'Open Network').trigger('click')
    await screen.settle(200)
    expect(location.hash).toBe('#/settings/network')
  })

  it('of a service to connect to is set right there', async () => {
    const why = 'The proxy wants a user name and a password'
    core.override['account.check'] = () => fail('offline', why, { url: [why], proxy: [why] })
    core.override['network.state'] = () => ({ system: 'office.test:8080', password: false })
    const screen = await show(core, ConnectForm)
    await field(screen, 'Address of the service').input.setValue('https://time.test')
    await field(screen, 'Access token').input.setValue('token')
    await screen.settle(500)
    expect(field(screen, 'Address of the service').text()).toContain(why)
    await button(screen, 'Set the proxy').trigger('click')
    await screen.settle()
    expect(document.activeElement).toBe(field(screen, 'Address').input.element)
    await field(screen, 'User name').input.setValue('ada')
    await field(screen, 'Password').input.setValue('secret')
    delete core.override['account.check']
    await button(screen, 'Save').trigger('click')
    await screen.settle(500)
    expect(asked()).toMatchObject({ address: 'office.test:8080', user: 'ada', password: 'secret' })
    expect(screen.wrapper.text()).toContain('Found Fernwood')
    expect(screen.wrapper.find('.proxy').exists()).toBe(false)
  })
})
