/** The focus, when something that took a while wants to move it. */

/**
 * Call it when the work begins. What it returns answers, when the work is done, whether the focus
 * may be moved: it is where it was, or what had it went away. Who went elsewhere meanwhile, into
 * a form that was opened say, keeps it there.
 */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  return () => [before, document.body, null].includes(document.activeElement)
}
