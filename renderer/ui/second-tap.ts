/** What a finger does instead of pressing twice: it taps what it has chosen before. */
export function useSecondTap(isChosen: () => boolean) {
  let wasChosen = false
  return {
    /** On `pointerdown`: with it the row may get the focus, and be chosen by that. */
    begin() {
      wasChosen = isChosen()
    },
    /** On `click`: true for the tap of a finger on what was chosen before it. */
    isSecond: (event: MouseEvent): boolean =>
      wasChosen && (event as Partial<PointerEvent>).pointerType === 'touch',
  }
}
