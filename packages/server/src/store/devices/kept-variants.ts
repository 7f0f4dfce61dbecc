import type { DataVariant } from '@quoin/core/devices/data-variants.ts'
import type { DeviceLink } from '@quoin/core/devices/device-graph.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'

/** As the column has them: "digest.second" with commas between. */
export type KeptVariants = string | null

/** A link without any has no such member. */
export function readVariants(kept: KeptVariants | undefined): Pick<DeviceLink, 'variants'> {
  if (kept === null || kept === undefined) return {}
  const variants = kept.split(',').map((one) => {
    const [digest, second] = one.split('.')
    return { digest: Number(digest), seenAtMs: Number(second) * 1000 }
  })
  return { variants }
}

export function writeVariants(variants: readonly DataVariant[] | undefined): KeptVariants {
  if (variants === undefined || variants.length === 0) return null
  return variants.map(({ digest, seenAtMs }) => `${digest}.${secondsOf(seenAtMs)}`).join(',')
}
