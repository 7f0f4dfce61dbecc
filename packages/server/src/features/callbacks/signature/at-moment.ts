import { formatId, idRandomBytes } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../../ports/ports.ts'

/** The same made-up callbacks each time for one moment, so that what was shown can be compared with later. */
export function atMoment<Needs extends Pick<Ports, 'clock' | 'newId'>>(needs: Needs, atSec: number): Needs {
  const nowMs = atSec * 1_000
  let made = 0
  const newId = () => {
    made += 1
    return formatId(
      nowMs,
      Uint8Array.from({ length: idRandomBytes }, () => made),
    )
  }
  return { ...needs, clock: { ...needs.clock, nowMs: () => nowMs }, newId }
}
