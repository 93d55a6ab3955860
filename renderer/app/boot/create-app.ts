/** Creates the Vue app for one client: `main.ts` mounts it, tests run it with their own core. */
import { createPinia } from 'pinia'
import { createApp, type App as VueApp } from 'vue'
import { type IpcClient, ipcClientKey } from '../../ipc/ipc-client.ts'
import { createTooltip } from '../../ui/tooltip.ts'
import App from './App.vue'
import { firstLanguage } from '../display/use-language.ts'
import { createMessages } from '../messages/index.ts'
import { createAppRouter } from './router.ts'
import { useAppStore } from '../stores/app.ts'
import { createTranslatedClient } from './translated-client.ts'

export function createStintApp(client: IpcClient): VueApp {
  const words = createMessages(firstLanguage())
  const router = createAppRouter(words.loadPageMessages)
  const app = createApp(App)
    .provide(ipcClientKey, createTranslatedClient(client, words.translateCore))
    .use(createPinia())
    .use(words)
    .use(router)
    .directive('tip', createTooltip())
  const state = app.runWithContext(() => useAppStore())
  followHost(client, router)
  void state.refresh()
  return app
}

/**
 * Registered before anything is loaded: the host may send a route as soon as the page is ready.
 * During first run the route waits behind it, so that no link is lost.
 */
export function followHost(client: IpcClient, router: ReturnType<typeof createAppRouter>): void {
  client.on((event) => {
    if (event.event === 'navigate') void router.push(event.path)
  })
}
