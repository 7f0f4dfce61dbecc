import { toast } from './toaster.tsx'

/** Copies a text and says so. Browsers keep the clipboard from pages without TLS: those copy by a selection. */
export async function copyText(text: string, done = 'Copied.'): Promise<void> {
  const isCopied = await writeText(text)
  toast(isCopied ? done : 'The browser did not copy it. Select the text and copy it by hand.')
}

/** Whether the text has come to the clipboard. */
export async function writeText(text: string): Promise<boolean> {
  // The type promises it; a page without TLS does not have it.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return copySelection(text)
  return await clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  )
}

function copySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  // Within an open dialog, which takes the focus back from all that is outside.
  const host = document.activeElement?.closest('[role="dialog"]') ?? document.body
  const focused = document.activeElement
  host.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
