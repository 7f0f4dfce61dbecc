import type { Sighting } from '../../../ports/writes.ts'
import type { KeyedAppearance } from '../load-device-graph.ts'

/** A sighting under its keys, ready to be folded into the graph. */
export interface KeyedSighting extends KeyedAppearance {
  readonly sighting: Sighting
  /** The fingerprint_data; null where nothing was sent. */
  readonly dataJson: string | null
}
