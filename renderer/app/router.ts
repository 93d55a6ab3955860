import { createRouter, createWebHashHistory } from 'vue-router'
import DayPage from '../features/day/DayPage.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** A window of its own: no rail, no timer bar. */
    small?: boolean
  }
}

/** Addresses stand in the fragment: the same under `app://` and on the loopback host. */
export const createAppRouter = () =>
  createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', name: 'day', component: DayPage },
      { path: '/sync', name: 'sync', component: () => import('../features/sync/SyncPage.vue') },
      {
        path: '/history',
        name: 'history',
        component: () => import('../features/history/HistoryPage.vue'),
      },
      {
        path: '/matching',
        name: 'matching',
        component: () => import('../features/matching/MatchingPage.vue'),
      },
      {
        path: '/settings/:section?',
        name: 'settings',
        component: () => import('../features/settings/SettingsPage.vue'),
      },
      {
        path: '/link',
        name: 'link',
        component: () => import('../features/timer/link/LinkPage.vue'),
      },
      {
        path: '/mini',
        name: 'mini',
        meta: { small: true },
        component: () => import('../features/timer/mini/MiniPage.vue'),
      },
      {
        path: '/entry',
        name: 'entry',
        meta: { small: true },
        component: () => import('../features/timer/entry/EntryPage.vue'),
      },
      { path: '/:other(.*)*', redirect: '/' },
    ],
  })
