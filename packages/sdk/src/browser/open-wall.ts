import { mountWall, type Wall, type WallOptions } from './wall-frame.ts'

const barHeight = 48
const dialogStyle = {
  width: 'min(100vw, 1000px)',
  height: '100dvh',
  maxWidth: '100vw',
  maxHeight: '100dvh',
  padding: '0',
  border: '0',
  overflow: 'hidden',
}
const barStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  height: `${barHeight}px`,
  paddingInlineStart: '16px',
  boxSizing: 'border-box',
  font: '16px/1.3 system-ui, sans-serif',
}
const closeStyle = {
  width: '48px',
  height: '48px',
  border: '0',
  background: 'none',
  color: 'inherit',
  font: '24px/1 system-ui, sans-serif',
}

/** A wall over the page, as a dialog; on a phone it fills the screen. Resolves when it is closed. */
export function openWall(
  options: WallOptions & { readonly onOpen?: ((wall: Wall) => void) | undefined },
): Promise<void> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', options.title ?? 'Offers')
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', 'Close')
  close.addEventListener('click', () => dialog.close())
  const bar = document.createElement('div')
  const title = document.createElement('strong')
  title.textContent = options.title ?? 'Offers'
  bar.append(title, close)
  dialog.append(bar)
  // Through the object model: a policy against inline styles does not stop it.
  Object.assign(dialog.style, dialogStyle)
  Object.assign(bar.style, barStyle)
  Object.assign(close.style, closeStyle)
  document.body.append(dialog)
  const wall = mountWall(dialog, options)
  wall.frame.style.display = 'block'
  // The wall gets the height below the bar, and scrolls by itself.
  const fit = (): void => {
    wall.frame.height = String(innerHeight - barHeight)
  }
  wall.on('resize', fit)
  addEventListener('resize', fit)
  fit()
  dialog.showModal()
  options.onOpen?.(wall)
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      removeEventListener('resize', fit)
      wall.destroy()
      dialog.remove()
      resolve()
    }),
  )
}
