/** The ways in which a file is given: chosen, dropped, or pasted. */
import { onBeforeUnmount, onMounted, ref } from 'vue'

export interface GivenFiles {
  /** False while no other file can be taken. */
  isFree: () => boolean
  /** True where what is pasted is meant for this. */
  hearsPaste: () => boolean
  /** What pasted text is called. */
  pastedName: () => string
  take: (file: File) => void
}

export function useGivenFiles({ isFree, hearsPaste, pastedName, take }: GivenFiles) {
  const picker = ref<HTMLInputElement>()
  /** A file is held over the place where it can be put down. */
  const over = ref(false)

  function picked() {
    const [chosen] = picker.value?.files ?? []
    if (chosen) take(chosen)
    // The same file may be chosen again.
    if (picker.value) picker.value.value = ''
  }

  function dropped(event: DragEvent) {
    over.value = false
    const [chosen] = event.dataTransfer?.files ?? []
    if (chosen && isFree()) take(chosen)
  }

  /** Where no field has the focus, what is pasted is a file, or what is in one. */
  function pasted(event: ClipboardEvent) {
    const target = event.target as HTMLElement
    if (!hearsPaste() || !isFree() || target.closest('input, textarea')) return
    const [chosen] = event.clipboardData?.files ?? []
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!chosen && text.trim() === '') return
    event.preventDefault()
    take(chosen ?? new File([text], pastedName()))
  }
  onMounted(() => document.addEventListener('paste', pasted))
  onBeforeUnmount(() => document.removeEventListener('paste', pasted))

  return { picker, over, picked, dropped }
}
