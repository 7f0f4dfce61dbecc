/** How a wall's visitor proves who they are: the address alone, a signed address, or a session of the publisher's server. */
export const wallProofs = ['user', 'signed', 'session'] as const
type WallProof = (typeof wallProofs)[number]

export const wallThemes = ['auto', 'light', 'dark'] as const
export type WallTheme = (typeof wallThemes)[number]

/** The wall's collector sends nothing, what a browser says of itself anyway, or what it measures, too. */
export const collectModes = ['off', 'minimal', 'full'] as const
export type CollectMode = (typeof collectModes)[number]

/** How an app's wall looks and whom it lets in. */
export interface WallSettings {
  readonly proof: WallProof
  /** The publisher's colour as `#rrggbb`; null: ours. */
  readonly accent: string | null
  readonly logoUrl: string | null
  readonly theme: WallTheme
  readonly collect: CollectMode
  readonly privacyUrl: string | null
}

export const wallStandards: WallSettings = {
  proof: 'user',
  accent: null,
  logoUrl: null,
  theme: 'auto',
  collect: 'minimal',
  privacyUrl: null,
}

/** Stored settings are those that were set; the others have their defaults. */
export function readWallSettings(stored: Partial<WallSettings> | null | undefined): WallSettings {
  return { ...wallStandards, ...stored }
}
