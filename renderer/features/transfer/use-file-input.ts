/** Accepts a file: chosen, dropped, or pasted. */
import { onBeforeUnmount, onMounted, ref } from 'vue'

export interface FileInputOptions {
  /** False while no other file is accepted. */
  isFree: () => boolean
  /** True where pasted content is meant for the import. */
  hearsPaste: () => boolean
  /** The file name for pasted text. */
  pastedName: () => string
  take: (file: File) => void
}

export function useFileInput({ isFree, hearsPaste, pastedName, take }: FileInputOptions) {
  const picker = ref<HTMLInputElement>()
  /** True while a file is dragged over the drop target. */
  const over = ref(false)

  function picked() {
    const [chosen] = picker.value?.files ?? []
    if (chosen) take(chosen)
    // Resets the input, so that the same file can be chosen again.
    if (picker.value) picker.value.value = ''
  }

  function dropped(event: DragEvent) {
    over.value = false
    const [chosen] = event.dataTransfer?.files ?? []
    if (chosen && isFree()) take(chosen)
  }

  /** Accepts a pasted file, or pasted text as one, while no text field has the focus. */
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
