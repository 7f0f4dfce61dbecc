import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { viewerZone, zoneName } from '../format/format-time.ts'
import { Icon } from '../parts/value/icon.tsx'

interface AccountMenuProps {
  /** Undefined until it is known. */
  readonly name: string | undefined
  readonly role: string | undefined
  readonly accountPage: string
  /** The list of a first run, for those who see it. */
  readonly firstRunPage?: string
}

/** The person who has signed in, the pages that belong to them, and the switch of light and dark. */
export function AccountMenu({ name, role, accountPage, firstRunPage }: AccountMenuProps) {
  const menu = useId()
  return (
    <div className="account">
      <button type="button" className="account-button" popoverTarget={menu}>
        <span className="account-mark" aria-hidden="true">
          {initialsOf(name ?? '')}
        </span>
        <span className="account-name">
          <bdi>{name ?? '…'}</bdi>
          <span className="xs muted">{role ?? ''}</span>
        </span>
      </button>
      <ThemeSwitch />
      <div id={menu} popover="auto" className="account-menu">
        <p className="xs faint">Times are of {zoneName(viewerZone())}</p>
        <Link to={accountPage}>Account and security</Link>
        {firstRunPage !== undefined && <Link to={firstRunPage}>Help: the first run</Link>}
        <a href="/docs">API reference</a>
        <a href="/docs/guide">Publishers’ guide</a>
        <Link to="/sign-out">Sign out</Link>
      </div>
    </div>
  )
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon aria-label={`Use the ${other} theme`} onClick={() => setColorScheme(other)}>
      <Icon name="theme" />
    </ActionIcon>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
