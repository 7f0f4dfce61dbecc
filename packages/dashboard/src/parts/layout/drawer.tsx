import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { Icon } from '../value/icon.tsx'
import './drawer.css'

const DrawerContext = createContext<HTMLElement | null>(null)

/** The drawer around a part, if there is one: nothing outside of it can be seen above it or clicked. */
export function useDrawer(): HTMLElement | null {
  return useContext(DrawerContext)
}

interface DrawerProps {
  readonly title: string
  /** Leads back to the address without it: whether it is open stands in the URL. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** Stays at the bottom while the rest scrolls. */
  readonly footer?: ReactNode
}

/** A panel over the page at its end side. The browser keeps focus inside, closes it by Esc and gives focus back. */
export function Drawer({ title, onClose, children, footer }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    setElement(shown)
    return () => shown?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes; the keyboard has Esc and the button
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="drawer-box">
        <div className="card-head drawer-head">
          <h2 className="grow">{title}</h2>
          <ActionIcon aria-label="Close" onClick={onClose}>
            <Icon name="cross" />
          </ActionIcon>
        </div>
        <DrawerContext value={element}>
          <div className="drawer-body">{children}</div>
          {footer && <div className="drawer-foot">{footer}</div>}
        </DrawerContext>
      </div>
    </dialog>
  )
}
