import { Menu } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '../../parts/value/icon.tsx'
import { placeOf, useHere, useMySession } from './use-here.ts'
import { useOwnApps } from './use-own-app.ts'

/** Whose pages these are: the app and the publisher. Another app keeps the page, another publisher begins at its first. */
export function AppSwitcher() {
  const here = useHere()
  const session = useMySession()
  const { app, apps = [] } = useOwnApps()
  const { pathname } = useLocation()
  const others = session?.publishers.filter(({ id }) => id !== here.publisherId) ?? []
  const page = /^\/o\/\d+\/apps\/\d+\/(\w+)/.exec(pathname)?.[1] ?? 'start'
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <button type="button" className="app-switcher">
          <span className="app-mark" aria-hidden="true">
            {(app?.name ?? session?.publisher ?? '').charAt(0).toUpperCase()}
          </span>
          <span className="account-name grow">
            <bdi>{app?.name ?? 'No app yet'}</bdi>
            <bdi className="xs muted">{session?.publisher ?? '…'}</bdi>
          </span>
          <Icon name="down" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {apps.length > 0 && <Menu.Label>Apps</Menu.Label>}
        {apps.map(({ id, name }) => (
          <Menu.Item key={id} component={Link} to={placeOf(here, page, id)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={placeOf(here, '')}>
          All apps
        </Menu.Item>
        {others.length > 0 && <Menu.Label>Publishers</Menu.Label>}
        {others.map(({ id, name }) => (
          <Menu.Item key={id} component={Link} to={`/o/${id}`}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
