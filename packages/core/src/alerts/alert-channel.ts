export const channelKinds = ['email', 'webhook'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Where alerts are sent. Its address is kept apart: those of chats are secrets. */
export interface AlertChannel {
  readonly id: number
  readonly kind: ChannelKind
  readonly name: string
  /** The part of the address that may be shown. */
  readonly addressShown: string
  readonly isOn: boolean
  readonly createdAtMs: number
  readonly lastSentAtMs: number | null
  readonly lastFailedAtMs: number | null
  /** Why the last message was not taken; null when it was, or none was sent. */
  readonly lastFailure: string | null
}
