/** An event that a listener may prevent. */
export function preventable<Facts extends object>(facts: Facts) {
  return {
    ...facts,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
