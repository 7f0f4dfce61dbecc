import type { Ports } from '../../ports/ports.ts'
import type { KnownTransaction, OfferTransaction } from '../../store/conversions/transactions.ts'

const purpose = 'claimed transaction'

/** By this a claim keeps its transaction when its user is erased: an id of the publisher may lead to a person. */
export function transactionDigest(
  { keyring }: Pick<Ports, 'keyring'>,
  { offerId, txnId }: OfferTransaction,
): string {
  return keyring.digestHex(purpose, `${offerId} ${txnId}`)
}

/** Transactions with the digests by which erased claims know them: while the secret rotates there are two of each. */
export function knownTransactions(
  { keyring }: Pick<Ports, 'keyring'>,
  transactions: readonly OfferTransaction[],
): readonly KnownTransaction[] {
  return transactions.flatMap(({ offerId, txnId }) =>
    keyring
      .acceptedDigests(purpose, `${offerId} ${txnId}`)
      .map((digest) => ({ offerId, txnId, digest: digest.toString('hex') })),
  )
}
