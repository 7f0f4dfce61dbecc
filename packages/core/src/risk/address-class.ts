/**
 * The party behind an address, as far as that can be told. An address of no class is somebody's home, office
 * or phone, or nobody knows.
 */
export type AddressClass =
  /** A data centre: programs live there, people hardly ever do. */
  | 'hosting'
  /** A data centre whose addresses are mostly the exits of VPNs that people pay for. */
  | 'vpn'
  /** An exit of the Tor network. */
  | 'tor'
  /** iCloud Private Relay, WARP and the like: millions of honest people, without a choice of country. */
  | 'relay'

export const addressClasses: readonly AddressClass[] = ['hosting', 'vpn', 'tor', 'relay']

/** The known facts about a public address besides its country. */
export interface AddressFacts {
  /** The autonomous system that announces it. */
  readonly asn: number | undefined
  /** Undefined: of no class. */
  readonly class: AddressClass | undefined
}
