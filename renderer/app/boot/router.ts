import { createRouter, createWebHashHistory } from 'vue-router'
import DayPage from '../../features/day/DayPage.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Opens in its own small window: no rail, no timer bar. */
    small?: boolean
  }
}

/**
 * Routes are in the URL's fragment, so that they are the same under `app://` and on the loopback
 * host.
 * @param words loads the messages of pages that are not part of the first window
 */
export function createAppRouter(words: () => Promise<void>) {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', name: 'day', component: DayPage },
      { path: '/week', name: 'week', component: () => import('../../features/week/WeekPage.vue') },
      {
        path: '/timesheet',
        name: 'timesheet',
        component: () => import('../../features/timesheet/TimesheetPage.vue'),
      },
      {
        path: '/expenses',
        name: 'expenses',
        component: () => import('../../features/expenses/ExpensesPage.vue'),
      },
      {
        path: '/reports',
        name: 'reports',
        component: () => import('../../features/reports/ReportsPage.vue'),
      },
      {
        path: '/categories/:tab(webhooks)?',
        name: 'categories',
        component: () => import('../../features/categories/CategoriesPage.vue'),
      },
      {
        path: '/projects/:tab(clients|tasks|charges|people)?',
        name: 'projects',
        component: () => import('../../features/projects/ProjectsPage.vue'),
      },
      { path: '/sync', name: 'sync', component: () => import('../../features/sync/SyncPage.vue') },
      {
        path: '/history',
        name: 'history',
        component: () => import('../../features/history/HistoryPage.vue'),
      },
      {
        path: '/transfer/:tab(export)?',
        name: 'transfer',
        component: () => import('../../features/transfer/TransferPage.vue'),
      },
      {
        path: '/matching',
        name: 'matching',
        component: () => import('../../features/matching/MatchingPage.vue'),
      },
      {
        path: '/settings/:section?',
        name: 'settings',
        component: () => import('../../features/settings/SettingsPage.vue'),
      },
      {
        path: '/link',
        name: 'link',
        component: () => import('../../features/timer/link/LinkPage.vue'),
      },
      {
        path: '/mini',
        name: 'mini',
        meta: { small: true },
        component: () => import('../../features/timer/mini/MiniPage.vue'),
      },
      {
        path: '/entry',
        name: 'entry',
        meta: { small: true },
        component: () => import('../../features/timer/entry/QuickEntryPage.vue'),
      },
      { path: '/:other(.*)*', redirect: '/' },
    ],
  })
  router.beforeEach(async ({ name }) => {
    if (name !== 'day') await words()
  })
  return router
}
