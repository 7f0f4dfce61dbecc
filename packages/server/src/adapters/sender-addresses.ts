import { networkInterfaces } from 'node:os'
import { isPublicAddress } from '@quoin/core/detect/address.ts'

/** From which addresses receivers see callbacks come. */
interface SenderAddresses {
  readonly addresses: readonly string[]
  /** A sentence when that is not certain; null when the operator has said it. */
  readonly note: string | null
}

const addressesMax = 32

/** The operator's setting, else the addresses of this machine: what a NAT makes of them is not known here. */
export function senderAddresses(set: readonly string[]): SenderAddresses {
  if (set.length > 0) return { addresses: set, note: null }
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address)
    .slice(0, addressesMax)
  const seen = own.some(isPublicAddress) ? guessedSentence : privateSentence
  return { addresses: own, note: `${seen} Set OUTGOING_ADDRESSES to what receivers see.` }
}

const guessedSentence = 'These are the addresses of this machine; not every one of them may be used.'
const privateSentence =
  'These are the addresses of this machine, none of them public: receivers see the one that the network puts in their place.'
