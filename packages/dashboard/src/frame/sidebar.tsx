import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOperation } from '../api/use-operation.ts'
import { formatCount } from '../format/format-number.ts'
import { StatusChip } from '../parts/value/status-chip.tsx'
import { Icon } from '../parts/value/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { openPalette } from './palette-state.ts'
import {
  badgeOf,
  isWithin,
  type Section,
  type SectionBadge,
  type SectionGroup,
  sectionGroups,
} from './sections.ts'
import { useSession } from './use-session.ts'

const roleWords = { analyst: 'Analyst', reviewer: 'Reviewer', operator: 'Operator' } as const

/** Name, search, sections, account: at the side, or in the drawer of a phone. */
export function SidebarContent() {
  const session = useSession()
  const { pathname } = useLocation()
  const { data: needs } = useOperation('listNeeds', {}, { everyMs: 30_000 })
  return (
    <>
      <OperatorBrand />
      <FindButton />
      <SectionList
        groups={sectionGroups}
        isCurrent={(section) => isWithin(section, pathname)}
        badgeOf={(section) => badgeOf(section, needs ?? [])}
      />
      <AccountMenu
        name={session?.name}
        role={session && roleWords[session.role]}
        accountPage="/ops/account"
        {...(session?.is_demo === false ? { firstRunPage: '/ops/first-run' } : {})}
      />
    </>
  )
}

export function OperatorBrand() {
  const session = useSession()
  return <Brand to="/ops">{session?.is_demo && <StatusChip status="Demo" />}</Brand>
}

/** The name of the product, which leads to the first page; beside it what is true of all pages. */
export function Brand({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <div className="brand">
      <Link to={to} className="brand-name">
        <svg className="logo" viewBox="0 0 20 20" aria-hidden="true">
          <path className="logo-1" d="M2 3.5h13V7H2zM2 13.5h13V17H2z" />
          <path className="logo-2" d="M5.5 8.5H18V12H5.5z" />
        </svg>
        Quoin
      </Link>
      <span className="grow" />
      {children}
    </div>
  )
}

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)

function FindButton() {
  return (
    <button type="button" className="find" onClick={openPalette}>
      <Icon name="search" />
      <span className="grow">Find anything</span>
      <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd>
      <kbd>K</kbd>
    </button>
  )
}

interface SectionListProps {
  readonly groups: readonly SectionGroup[]
  readonly isCurrent: (section: Section) => boolean
  readonly badgeOf?: (section: Section) => SectionBadge | undefined
}

export function SectionList({ groups, isCurrent, badgeOf }: SectionListProps) {
  return (
    <nav className="sections" aria-label="Sections">
      {groups.map(({ title, sections }) => (
        <div key={title ?? ''}>
          {title && <p>{title}</p>}
          <ul>
            {sections.map((section) => (
              <li key={section.to}>
                <SectionLink section={section} isCurrent={isCurrent(section)} badge={badgeOf?.(section)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface SectionLinkProps {
  readonly section: Section
  readonly isCurrent: boolean
  readonly badge: SectionBadge | undefined
}

/** The badge is a description, so that the name of the link stays that of its page. */
function SectionLink({ section, isCurrent, badge }: SectionLinkProps) {
  return (
    <Link
      to={section.to}
      // The router's own mark would stand at Overview on every page below it.
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={badge && `${formatCount(badge.count)} for you`}
    >
      <Icon name={section.icon} />
      {section.text}
      {badge && (
        <span className={`badge ${badge.tone}`} aria-hidden="true">
          {formatCount(badge.count)}
        </span>
      )}
    </Link>
  )
}
