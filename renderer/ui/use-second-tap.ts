/** The touch equivalent of a double click: a tap on a row that was selected before. */
export function useSecondTap(isChosen: () => boolean) {
  let wasChosen = false
  return {
    /** Call it on `pointerdown`, which may already focus and thereby select the row. */
    begin() {
      wasChosen = isChosen()
    },
    /** Call it on `click`: true for a tap by touch on a row that was selected before it. */
    isSecond: (event: MouseEvent): boolean =>
      wasChosen && (event as Partial<PointerEvent>).pointerType === 'touch',
  }
}
