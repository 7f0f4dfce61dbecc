import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../parts/value/icon.tsx'

interface PhoneBarProps {
  readonly onMenu: () => void
  readonly brand: ReactNode
  readonly children?: ReactNode
}

export function PhoneBar({ onMenu, brand, children }: PhoneBarProps) {
  return (
    <header className="phone-bar phone">
      <ActionIcon aria-label="Open the menu" onClick={onMenu}>
        <Icon name="menu" size={20} />
      </ActionIcon>
      {brand}
      {children}
    </header>
  )
}
