import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Icon } from '../../parts/value/icon.tsx'
import { placeOf, useHere } from './use-here.ts'
import { useOwnApps } from './use-own-app.ts'

/** Between live and test data. It stands in the address, so that a link shows what its sender saw; links keep it. */
export function TestSwitch() {
  const { mode } = useHere()
  const navigate = useNavigate()
  const { search } = useLocation()
  const isTest = mode === 'test'
  const change = () => {
    const next = { ...search, mode: isTest ? 'live' : 'test', after: undefined }
    void navigate({ to: '.', search: next as Record<string, unknown>, resetScroll: false })
  }
  return (
    <button type="button" role="switch" aria-checked={isTest} className="test-switch" onClick={change}>
      Test
      <span className="test-switch-track" aria-hidden="true" />
    </button>
  )
}

/** Says so on every page, and leads to what is tested with. */
export function TestBanner() {
  const here = useHere()
  const { app } = useOwnApps()
  if (here.mode === 'live') return null
  const links = [
    ['try', 'Test offers'],
    ['keys', 'Test keys'],
    ['callbacks', 'Test callbacks'],
  ] as const
  return (
    <div className="test-banner">
      <Icon name="flask" />
      <p className="grow">
        Test data. The same code as live, kept apart: nothing here is money or enters reports.
      </p>
      {app &&
        links.map(([page, text]) => (
          <Link key={page} to={placeOf(here, page, app.id)}>
            {text}
          </Link>
        ))}
    </div>
  )
}
