import { standardSuccessRule } from '@quoin/core/callbacks/endpoint.ts'
import type { Dialect, OtherReceiver } from './dialect.ts'

// Receivers of these families answer a duplicate with nothing, or put the word into a page of their site.
const okOrDuplicate = {
  okBody: 'OK*|DUP*|*OK|*DUP|*>OK<*|*>DUP<*|(empty)',
  failureBody: 'ERROR*|0',
}
const one = { okBody: '1|*>1<*|(empty)', failureBody: 'ERROR*|0' }

const findsByItsId: readonly OtherReceiver[] = [
  { habit: 'finds the credit by its id', needs: { field: 'reversalStyle', value: 'same_id' } },
  { habit: 'cuts off a mark before the id', needs: { field: 'reversalStyle', value: 'prefixed_id' } },
]

function addsAndKnowsOnce(amount: string, id: string): readonly OtherReceiver[] {
  return [
    { habit: `adds ${amount}`, needs: { field: 'amounts', value: 'signed' } },
    { habit: `takes each ${id} once`, needs: { field: 'reversalStyle', value: 'new_id_with_reference' } },
  ]
}

function subtracts(amount: string): readonly OtherReceiver[] {
  return [{ habit: `subtracts ${amount}`, needs: { field: 'amounts', value: 'absolute' } }]
}

/** Receivers of the native form and of own templates that are built otherwise. */
export const anyOtherReceivers = addsAndKnowsOnce('amounts whatever the status is', 'id')

/**
 * One row a dialect, made from its public documentation. Where that does not say how a reversal looks, the
 * row takes what a receiver that knows each id only once can still tell apart.
 */
export const dialects: readonly Dialect[] = [
  {
    name: 'wannads',
    title: 'Wannads, and the many walls that speak like it',
    source: 'affiliates.wannads.com/documentation/postback_notifications',
    method: 'GET',
    parameters:
      'subId={user_id}&transId={transaction_id}&reward={reward}&payout={payout}&status={status}&userIp={ip}' +
      '&campaign_id={offer_id}&campaign_name={offer_name}&country={country}&uuid={conversion_id}' +
      '&subId2={sub_id}&debug={is_test}',
    signature: {
      hash: 'md5',
      over: { text: '{user_id}{transaction_id}{reward}{secret}' },
      into: { parameter: 'signature' },
    },
    success: okOrDuplicate,
    // A new transId under the same uuid. Many receivers add the reward whatever the status is, so that only a negative
    // one takes back; others keep to the documented form, in which both are positive.
    reversalStyle: 'new_id_with_reference',
    amounts: 'signed',
    otherReceivers: subtracts('the reward when status is 2'),
    words: { approved: '1', reversed: '2' },
  },
  {
    name: 'lootably',
    title: 'Lootably',
    source: 'documentation.lootably.com/docs/postbacks',
    method: 'GET',
    parameters:
      'userID={user_id}&transactionID={transaction_id}&ip={ip}&offerID={offer_id}&offerName={offer_name}' +
      '&goalID={goal_id}&goalName={goal_name}&revenue={payout}&currencyReward={reward}&status={status}',
    signature: {
      hash: 'sha256',
      over: { text: '{user_id}{ip}{payout}{reward}{secret}' },
      into: { parameter: 'hash' },
    },
    success: standardSuccessRule,
    reversalStyle: 'same_id',
    amounts: 'absolute',
    otherReceivers: addsAndKnowsOnce('currencyReward whatever the status is', 'transactionID'),
    words: { approved: '1', reversed: '0' },
  },
  {
    name: 'offertoro',
    title: 'OfferToro (Torox)',
    source: 'offertoro.com/docs/postback',
    method: 'GET',
    parameters:
      'id={transaction_id}&oid={offer_id}&user_id={user_id}&amount={reward}&currency_name={currency}' +
      '&payout={payout}&o_name={offer_name}&ip_address={ip}&subid1={sub_id}',
    signature: { hash: 'md5', over: { text: '{offer_id}-{user_id}-{secret}' }, into: { parameter: 'sig' } },
    success: one,
    reversalStyle: 'new_id_with_reference',
    amounts: 'signed',
    otherReceivers: findsByItsId,
    words: { approved: 'approved', reversed: 'reversed' },
  },
  {
    name: 'cpx',
    title: 'CPX Research',
    source: 'publisher.cpx-research.com, postback settings',
    method: 'GET',
    parameters:
      'status={status}&trans_id={transaction_id}&user_id={user_id}&subid_1={sub_id}&subid_2=' +
      '&amount_local={reward}&amount_usd={payout}&offer_id={offer_id}&ip_click={ip}&type=complete',
    // The hash is of the transaction: it is the wall's URL that hashes the user.
    signature: {
      hash: 'md5',
      over: { text: '{transaction_id}-{secret}' },
      into: { parameter: 'secure_hash' },
    },
    success: standardSuccessRule,
    reversalStyle: 'same_id',
    amounts: 'absolute',
    otherReceivers: addsAndKnowsOnce('amount_local whatever the status is', 'trans_id'),
    words: { approved: '1', reversed: '2' },
  },
  {
    name: 'bitlabs',
    title: 'BitLabs',
    source: 'developer.bitlabs.ai/docs/securing-callbacks-through-hashing',
    method: 'GET',
    parameters:
      'uid={user_id}&val={reward}&raw={payout}&tx={transaction_id}&ref={reference_id}&offer_id={offer_id}' +
      '&offer_name={offer_name}&country={country}&ip={ip}',
    signature: { hash: 'hmac_sha1', over: 'url', into: { parameter: 'hash' } },
    success: standardSuccessRule,
    reversalStyle: 'new_id_with_reference',
    amounts: 'signed',
    otherReceivers: findsByItsId,
    words: { approved: 'COMPLETED', reversed: 'RECONCILED' },
  },
  {
    name: 'adgem_v2',
    title: 'AdGem, version 2',
    source: 'help.adgem.com, server postbacks, version 2',
    method: 'GET',
    parameters:
      'player_id={user_id}&amount={reward}&payout={payout}&transaction_id={transaction_id}&offer_id={offer_id}' +
      '&offer_name={offer_name}&goal_id={goal_id}&goal_name={goal_name}&ip={ip}&country={country}' +
      '&request_id={callback_id}&timestamp={event_time}',
    signature: { hash: 'hmac_sha256', over: 'url', into: { parameter: 'verifier' } },
    success: standardSuccessRule,
    reversalStyle: 'new_id_with_reference',
    amounts: 'signed',
    otherReceivers: findsByItsId,
    words: { approved: 'approved', reversed: 'reversed' },
  },
  {
    name: 'adgem_v3',
    title: 'AdGem, version 3',
    source: 'help.adgem.com, server postbacks, version 3',
    method: 'POST JSON',
    parameters:
      'player_id={user_id}&amount={reward}&payout={payout}&transaction_id={transaction_id}&offer_id={offer_id}' +
      '&offer_name={offer_name}&goal_id={goal_id}&goal_name={goal_name}&ip={ip}&country={country}' +
      '&request_id={callback_id}&timestamp={event_time}',
    signature: { hash: 'hmac_sha256', over: 'body', into: { header: 'signature' } },
    success: standardSuccessRule,
    reversalStyle: 'new_id_with_reference',
    amounts: 'signed',
    otherReceivers: findsByItsId,
    words: { approved: 'approved', reversed: 'reversed' },
  },
  {
    name: 'ayet',
    title: 'ayeT-Studios',
    source: 'docs.ayetstudios.com, callbacks and testing',
    method: 'GET',
    parameters:
      'transaction_id={transaction_id}&external_identifier={user_id}&currency_amount={reward}' +
      '&payout_usd={payout}&offer_id={offer_id}&offer_name={offer_name}&is_chargeback={is_reversal}' +
      '&chargeback_reason={reason}&event_name={goal_name}&task_uuid={goal_id}&custom_1={sub_id}&ip={ip}',
    signature: {
      hash: 'hmac_sha256',
      over: 'sorted_query',
      into: { header: 'x-ayetstudios-security-hash' },
    },
    success: standardSuccessRule,
    reversalStyle: 'prefixed_id',
    amounts: 'signed',
    otherReceivers: subtracts('when is_chargeback is 1'),
    words: { approved: 'approved', reversed: 'reversed' },
  },
  {
    name: 'adgate',
    title: 'AdGate (Prodege)',
    source: 'docs.adgatemedia.com, postback information',
    method: 'GET',
    parameters:
      'conversion_id={transaction_id}&s1={user_id}&s2={sub_id}&points={reward}&payout={payout}' +
      '&vc_title={currency}&state={status}&event_id={goal_id}&offer_id={offer_id}&offer_name={offer_name}',
    signature: null,
    success: standardSuccessRule,
    reversalStyle: 'same_id',
    amounts: 'absolute',
    otherReceivers: addsAndKnowsOnce('points whatever the state is', 'conversion_id'),
    // There "rejected" also takes back what was approved.
    words: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  },
]
