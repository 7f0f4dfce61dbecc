import type { ApiKey, ApiSecret, App } from '@quoin/core/app.ts'
import type { AppDirectory } from '../ports.ts'

/** Apps and credentials by everything they are looked up by. */
export function createAppDirectory(content: {
  apps: readonly App[]
  keys: readonly ApiKey[]
  secrets: readonly ApiSecret[]
}): AppDirectory {
  const appById = new Map(content.apps.map((app) => [app.id, app]))
  const keyByText = new Map(content.keys.map((key) => [key.key, key]))
  const secretsByApp = Map.groupBy(content.secrets, ({ appId }) => appId)
  const origins = new Set(content.apps.flatMap((app) => (app.status === 'active' ? app.allowedOrigins : [])))
  return {
    findApp: (id) => appById.get(id),
    findKey: (key) => keyByText.get(key),
    listSecrets: (appId) => secretsByApp.get(appId) ?? [],
    isAllowedOrigin: (origin) => origins.has(origin),
  }
}
