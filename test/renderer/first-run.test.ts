import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { type TestCore, studio } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio({ account: 'none' })
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/first-run/FirstRun.vue')
  await screen.settle()
  return screen
}
async function type(screen: Screen, at: number, text: string) {
  await screen.wrapper.findAll('.connect input')[at]!.setValue(text)
}

describe('the first run', () => {
  it('reads nothing but the state while there is no account', async () => {
    await open()
    expect([...new Set(core.calls.map(({ name }) => name))]).toEqual(['app.state'])
  })

  it('offers three ways, with the keys 1, 2 and 3', async () => {
    const screen = await open()
    const checked = () =>
      screen.wrapper.findAll('[role=radio]').map((radio) => radio.attributes('aria-checked'))
    expect(checked()).toEqual(['true', 'false', 'false'])
    await screen.press('3')
    expect(checked()).toEqual(['false', 'false', 'true'])
  })

  it('opens the demo and then the day', async () => {
    const screen = await open()
    await screen.press('3')
    await screen.press('Enter')
    expect((await core.do('app.state')).account?.kind).toBe('demo')
    expect(screen.wrapper.get('.organisation').text()).toContain('Fernwood Studio')
  })

  it('works on this machine only', async () => {
    const screen = await open()
    await screen.press('2')
    await screen.press('Enter')
    expect(screen.wrapper.get('.organisation').text()).toContain('This computer')
  })

  it('checks address and token once typing has settled', async () => {
    const screen = await open()
    await type(screen, 0, 'https://time.example.com')
    await type(screen, 1, 'token')
    expect(core.asked('account.checkService')).toBeUndefined()
    await screen.settle(500)
    expect(core.asked('account.checkService')).toEqual({
      url: 'https://time.example.com',
      token: 'token',
    })
    expect(screen.wrapper.get('.found').text()).toBe('Found time.example.com')
  })

  it('shows under the token what is wrong with it', async () => {
    const screen = await open()
    await type(screen, 0, 'https://time.example.com')
    await type(screen, 1, 'wrong')
    await screen.settle(500)
    const [url, token] = screen.wrapper.findAll('.connect input')
    expect(url!.attributes('aria-invalid')).toBeUndefined()
    expect(token!.attributes('aria-invalid')).toBe('true')
    expect(screen.wrapper.get('.connect').text()).toContain(
      'The service rejected this access token',
    )
  })

  it('drops an answer about an address that has been changed since', async () => {
    const screen = await open()
    await type(screen, 1, 'token')
    const answerOld = core.hold('account.checkService')
    await type(screen, 0, 'https://old.example')
    await screen.settle(500)
    const answerNew = core.hold('account.checkService')
    await type(screen, 0, 'https://new.example')
    await screen.settle(500)
    answerNew()
    await screen.settle()
    answerOld()
    await screen.settle()
    expect(screen.wrapper.get('.found').text()).toBe('Found new.example')
  })

  it('connects with a header of one’s own', async () => {
    const screen = await open()
    await type(screen, 0, 'https://time.example.com')
    await type(screen, 1, 'token')
    await screen.wrapper.get('.toggle').trigger('click')
    await type(screen, 2, 'X-Api-Key')
    await type(screen, 3, '')
    await screen.wrapper.get('.connect').trigger('submit')
    await screen.settle()
    expect(core.asked('account.connect')).toEqual({
      url: 'https://time.example.com',
      token: 'token',
      header: 'X-Api-Key',
      scheme: '',
    })
  })

  it('names what is missing instead of connecting', async () => {
    const screen = await open()
    await screen.wrapper.get('.connect').trigger('submit')
    await screen.settle()
    expect(core.asked('account.connect')).toBeUndefined()
    expect(screen.wrapper.get('.connect').text()).toContain('Enter the service URL')
    expect(screen.wrapper.get('.connect').text()).toContain('Enter an access token')
  })
})
