import type { App } from '@quoin/core/apps/app.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CredentialRow } from '../../store/credentials/credentials.ts'

interface ListedApp extends App {
  readonly keys: readonly CredentialRow[]
  /** Masked: a secret is shown once, when it is made. */
  readonly secrets: readonly CredentialRow[]
}

export async function listApps({ db, store }: Pick<Ports, 'db' | 'store'>): Promise<ListedApp[]> {
  const [apps, keys, secrets] = await Promise.all([
    store.apps.listApps(db),
    store.credentials.listShownKeys(db),
    store.credentials.listShownSecrets(db),
  ])
  return apps.map((app) => ({
    ...app,
    keys: keys.filter(({ appId }) => appId === app.id),
    secrets: secrets.filter(({ appId }) => appId === app.id),
  }))
}
