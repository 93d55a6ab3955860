/** How long a file stays at its address, for a browser that asks where to put it, in milliseconds. */
const keptFor = 60_000

/** Gives a file to the browser, which puts it where downloads go, or asks. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptFor)
}
