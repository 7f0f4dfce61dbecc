import { ActionIcon } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Drawer } from '../parts/layout/drawer.tsx'
import { Icon } from '../parts/value/icon.tsx'
import { Toaster } from '../parts/feedback/toaster.tsx'
import { DataAgeLine } from './data-age-line.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { OlderPageNotice } from './older-page-notice.tsx'
import { PaletteHost } from './palette-host.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { openPalette } from './palette-state.ts'
import { OperatorBrand, SidebarContent } from './sidebar.tsx'
import './frame.css'

interface ShellProps {
  /** At the side, or in the drawer of a phone. */
  readonly sidebar: ReactNode
  /** At the top of a phone. */
  readonly bar: (openMenu: () => void) => ReactNode
  /** Above every page. */
  readonly banner?: ReactNode
  /** Parts that belong to no page: a search, its keys. */
  readonly children?: ReactNode
}

/** The frame of the operator's pages. */
export function Frame() {
  return (
    <FrameShell
      sidebar={<SidebarContent />}
      bar={(openMenu) => (
        <PhoneBar onMenu={openMenu} brand={<OperatorBrand />}>
          <ActionIcon aria-label="Find anything" onClick={openPalette}>
            <Icon name="search" size={20} />
          </ActionIcon>
        </PhoneBar>
      )}
    >
      <PaletteHost />
    </FrameShell>
  )
}

/** The frame around every page. */
export function FrameShell({ sidebar, bar, banner, children }: ShellProps) {
  const { pathname } = useLocation()
  const main = useFocusOnNavigation(pathname)
  const [isMenuOpen, setMenuOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the menu
  useEffect(() => setMenuOpen(false), [pathname])
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <div className="frame">
        <aside className="side desk">{sidebar}</aside>
        {bar(() => setMenuOpen(true))}
        {isMenuOpen && (
          <Drawer title="Quoin" onClose={() => setMenuOpen(false)}>
            {sidebar}
          </Drawer>
        )}
        <div>
          {banner}
          <main id="main" ref={main} tabIndex={-1}>
            <OfflineNotice />
            <OlderPageNotice />
            <Outlet />
            <DataAgeLine />
          </main>
        </div>
      </div>
      {children}
      <Toaster />
    </>
  )
}

/** A reader of screens hears the new page from its beginning, and the keyboard goes on from there. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
