import { createRouter, createWebHashHistory } from 'vue-router'
import DayPage from '../features/day/DayPage.vue'

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
        path: '/settings',
        name: 'settings',
        component: () => import('../features/settings/SettingsPage.vue'),
      },
      { path: '/:other(.*)*', redirect: '/' },
    ],
  })
