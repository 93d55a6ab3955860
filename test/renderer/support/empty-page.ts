/** Every test begins with an empty page: its file shares the window with those that ran before. */
import { beforeEach } from 'vitest'

beforeEach(() => {
  document.body.replaceChildren()
  for (const name of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[name]
  localStorage.clear()
  sessionStorage.clear()
})
