/** Has the browser keep a text as a file; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function keepFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
