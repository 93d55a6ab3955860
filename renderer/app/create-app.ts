/** Creates the Vue app for one client: `main.ts` mounts it, tests run it with their own core. */
import { createPinia } from 'pinia'
import { createApp, type App as VueApp } from 'vue'
import { type IpcClient, ipcClientKey } from '../ipc/ipc-client.ts'
import { createTooltip } from '../ui/tooltip.ts'
import App from './App.vue'
import { firstLanguage } from './use-language.ts'
import { createWords } from './messages/index.ts'
import { createAppRouter } from './router.ts'
import { useApp } from './stores/app.ts'
import { tellingClient } from './translated-client.ts'

export function createStint(client: IpcClient): VueApp {
  const words = createWords(firstLanguage())
  const router = createAppRouter(words.pages)
  const app = createApp(App)
    .provide(ipcClientKey, tellingClient(client, words.tell))
    .use(createPinia())
    .use(words)
    .use(router)
    .directive('tip', createTooltip())
  const state = app.runWithContext(() => useApp())
  followHost(client, state, router)
  void state.refresh()
  return app
}

/** Registered before anything is loaded: the host may send a route as soon as the page is ready. */
export function followHost(
  client: IpcClient,
  state: ReturnType<typeof useApp>,
  router: ReturnType<typeof createAppRouter>,
): void {
  client.on((event) => {
    if (event.event === 'go' && (state.state === undefined || state.account))
      void router.push(event.path)
  })
}
