import type { Ports } from '../../ports/ports.ts'
import type { Source } from '../../store/sources/sources.ts'

/** The purpose that the key of a source is sealed for. */
const purpose = 'source-key'

export function sealKey({ keyring }: Pick<Ports, 'keyring'>, key: string): Buffer {
  return keyring.seal(purpose, key)
}

/** Undefined where it has none, and where it was sealed with a secret that is gone. */
export function openKey(
  { keyring }: Pick<Ports, 'keyring'>,
  { keySealed }: Pick<Source, 'keySealed'>,
): string | undefined {
  return keySealed === null ? undefined : keyring.open(purpose, keySealed)
}
