/**
 * How long the object URL of a file stays valid, in milliseconds: some browsers ask where to save
 * first.
 */
const keptFor = 60_000

/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptFor)
}
