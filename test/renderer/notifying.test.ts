import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FakeCore } from './support/fake-core.ts'
import { fullDesktop } from './support/fake-records.ts'
import { now, running, setClock, show, studio } from './support/mount.ts'

interface Shown {
  title: string
  body: string | undefined
  click: () => void
}

let core: FakeCore
let shown: Shown[]
/** The browser's notifications, as far as a person sees them. */
function stubNotifications(permission: NotificationPermission) {
  class Stub {
    static permission = permission
    constructor(title: string, { body }: NotificationOptions) {
      shown.push({ title, body, click: () => this.clicked?.() })
    }
    clicked?: () => void
    addEventListener(_name: 'click', listener: () => void) {
      this.clicked = listener
    }
    close() {
      shown.pop()
    }
  }
  vi.stubGlobal('Notification', Stub)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}
beforeEach(() => {
  setClock()
  core = studio()
  shown = []
  document.body.replaceChildren()
})
const inFront = (is: boolean) => vi.spyOn(document, 'hasFocus').mockReturnValue(is)
const remind = async (screen: Awaited<ReturnType<typeof show>>) => {
  core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since: null } })
  await screen.settle()
}

describe('notifications of the browser', () => {
  it('tell of reminders and questions while Stint is not in front, and lead back to it', async () => {
    stubNotifications('granted')
    inFront(false)
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined)
    const screen = await show(core)
    await remind(screen)
    expect(shown).toMatchObject([{ title: 'Nothing is running' }])
    shown[0]!.click()
    expect(focus).toHaveBeenCalledOnce()
    expect(shown).toEqual([])

    const question = { id: 1, cause: 'sleep', from: now - 20 * 60_000, to: now } as const
    core.timer = running(core, 47, { question })
    core.emit({ event: 'timer', status: core.timer })
    await screen.settle()
    expect(shown).toMatchObject([{ title: 'Away for 0:20' }])
    expect(shown[0]!.body).toContain('The machine slept from 14:27 to 14:47')
  })

  it.each([
    ['Stint is in front', 'granted', true, (): void => undefined],
    ['the browser does not allow them', 'denied', false, (): void => undefined],
    [
      'they are switched off',
      'granted',
      false,
      (): void => {
        core.state = {
          ...core.state,
          settings: { ...core.state.settings, notifications: false },
        }
      },
    ],
    [
      'the desktop shows its own',
      'granted',
      false,
      (): void => {
        core.state = { ...core.state, host: 'electron', desktop: fullDesktop }
      },
    ],
  ] as const)('are not shown while %s', async (_why, permission, front, prepare) => {
    stubNotifications(permission)
    inFront(front)
    prepare()
    await remind(await show(core))
    expect(shown).toEqual([])
  })
})
