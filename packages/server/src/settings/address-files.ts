import type { AddressClass } from '@quoin/core/risk/address-class.ts'

/** An operator's own list of addresses of one class. */
export interface AddressList {
  readonly class: AddressClass
  readonly path: string
}

export interface AddressFiles {
  /** A newer table than the bundled one, made by `risk refresh-addresses`; used when it is there. */
  readonly refreshedTable: string | null
  /** An MMDB file with the ASN of every address. */
  readonly asnDatabase: string | null
  readonly lists: readonly AddressList[]
}
