import { type ApiKey, type ApiSecret, type App, isAppOpen } from '@quoin/core/apps/app.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { AppDirectory } from '../../ports/directories.ts'

/** Apps, credentials and callback endpoints by everything they are looked up by. */
export function createAppDirectory(content: {
  apps: readonly App[]
  keys: readonly ApiKey[]
  secrets: readonly ApiSecret[]
  endpoints: readonly StoredEndpoint[]
}): AppDirectory {
  const appById = new Map(content.apps.map((app) => [app.id, app]))
  const keyByText = new Map(content.keys.map((key) => [key.key, key]))
  const secretsByApp = Map.groupBy(content.secrets, ({ appId }) => appId)
  const endpointsByApp = Map.groupBy(content.endpoints, ({ appId }) => appId)
  const endpointById = new Map(content.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const origins = new Set(content.apps.flatMap((app) => (isAppOpen(app, 'test') ? app.allowedOrigins : [])))
  return {
    findApp: (id) => appById.get(id),
    findKey: (key) => keyByText.get(key),
    listSecrets: (appId) => secretsByApp.get(appId) ?? [],
    listCallbackEndpoints: (appId) => endpointsByApp.get(appId) ?? [],
    findCallbackEndpoint: (id) => endpointById.get(id),
    disabledEndpoints: content.endpoints.filter(({ status }) => status === 'disabled').length,
    isAllowedOrigin: (origin) => origins.has(origin),
  }
}
