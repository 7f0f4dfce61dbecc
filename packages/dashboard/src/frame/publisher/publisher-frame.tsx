import { useLocation } from '@tanstack/react-router'
import { AccountMenu } from '../account-menu.tsx'
import { FrameShell } from '../frame.tsx'
import { PhoneBar } from '../phone-bar.tsx'
import { Brand, SectionList } from '../sidebar.tsx'
import { AppSwitcher } from './app-switcher.tsx'
import { publisherSections } from './publisher-sections.ts'
import { StatusBanner } from './status-banner.tsx'
import { TestBanner, TestSwitch } from './test-switch.tsx'
import { placeOf, useHere, useMySession } from './use-here.ts'
import { useTestUntilApproved } from './use-test-until-approved.ts'
import { ViewBanner } from './view-banner.tsx'
import { useOwnApps } from './use-own-app.ts'
import './publisher-frame.css'

/** The frame of a publisher's pages. */
export function PublisherFrame() {
  useTestUntilApproved()
  return (
    <FrameShell
      sidebar={<PublisherSidebar />}
      banner={
        <>
          <ViewBanner />
          <StatusBanner />
          <TestBanner />
        </>
      }
      bar={(openMenu) => <PhoneBar onMenu={openMenu} brand={<PublisherBrand />} />}
    />
  )
}

const roleWords = { analyst: 'Analyst', developer: 'Developer', owner: 'Owner' } as const

function PublisherSidebar() {
  const here = useHere()
  const session = useMySession()
  const { app } = useOwnApps()
  const { pathname } = useLocation()
  const groups = publisherSections(here.publisherId, app?.id)
  const current = groups
    .flatMap(({ sections }) => sections)
    .filter(({ to }) => pathname.replace(/\/$/, '') === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
  return (
    <>
      <PublisherBrand />
      <AppSwitcher />
      <SectionList groups={groups} isCurrent={({ to }) => to === current?.to} />
      <AccountMenu
        name={session?.name}
        role={session && roleWords[session.role]}
        accountPage={placeOf(here, 'account')}
      />
    </>
  )
}

function PublisherBrand() {
  const here = useHere()
  return (
    <Brand to={placeOf(here, '')}>
      <TestSwitch />
    </Brand>
  )
}
