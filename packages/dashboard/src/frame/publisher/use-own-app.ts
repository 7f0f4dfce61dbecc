import { useEffect } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useHere } from './use-here.ts'
import { useManaged } from './use-managed.ts'

const appsMax = 100

interface OwnApps {
  /** The app that the sidebar is about: of the address, else the last one, else the first; undefined where there is none. */
  readonly app: RowOf<'listMyApps'> | undefined
  readonly apps: readonly RowOf<'listMyApps'>[] | undefined
}

export function useOwnApps(): OwnApps {
  const { publisherId, appId } = useHere()
  const { data: apps } = useManaged('listMyApps', { query: { limit: appsMax } })
  const name = `quoin.app.${publisherId}`
  useEffect(() => {
    if (appId !== '') sessionStorage.setItem(name, appId)
  }, [name, appId])
  const wanted = appId === '' ? sessionStorage.getItem(name) : appId
  return { apps, app: apps?.find(({ id }) => id === wanted) ?? apps?.[0] }
}
