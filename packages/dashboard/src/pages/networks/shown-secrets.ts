import type { DataOf } from '../../api/operation-types.ts'

type Secrets = DataOf<'rotateNetworkToken'>

/** Addresses with tokens and secrets that were shown in this tab. They are nowhere else, and gone when it is loaded again. */
const shown = new Map<string, Secrets>()

export function keepSecrets(secrets: Secrets): void {
  shown.set(secrets.id, secrets)
}

export function findSecrets(networkId: string): Secrets | undefined {
  return shown.get(networkId)
}
