import type { Preset } from './preset.ts'

const plain = { statusWords: {}, aliases: {}, reply: null } as const

/** The word `rejected` about an approved conversion takes it back. */
const rejectedTakesBack = { approved: { rejected: 'reversed' } } as const

/**
 * One row a network. The macros are those that stand in the networks' own pages and in public templates; a
 * network that sends no status gets `status=approved` in its template.
 */
export const presets: readonly Preset[] = [
  {
    ...plain,
    name: 'generic',
    title: 'Any network',
    clickParameter: 'click_id',
    query: 'click_id={click_id}&payout={payout}&status={status}&txn_id={transaction_id}',
  },
  {
    ...plain,
    name: 'tune',
    title: 'TUNE (HasOffers)',
    clickParameter: 'aff_sub',
    query: 'click_id={aff_sub}&payout={payout}&status=approved&txn_id={transaction_id}&currency={currency}',
    // Integrators compare this text literally.
    reply: { accepted: 'success=true;', duplicate: 'success=true;' },
  },
  {
    ...plain,
    name: 'everflow',
    title: 'Everflow',
    clickParameter: 'sub1',
    query: 'click_id={sub1}&payout={payout_amount}&status=approved&txn_id={transaction_id}',
  },
  {
    ...plain,
    name: 'affise',
    title: 'Affise',
    clickParameter: 'sub1',
    query: 'click_id={sub1}&payout={sum}&currency={currency}&status={status}&txn_id={transactionid}',
    statusWords: { '1': 'approved', '2': 'pending', '3': 'rejected', '5': 'pending' },
    // It reports every change of a status.
    statusWordsAfter: { approved: { '3': 'reversed', declined: 'reversed', rejected: 'reversed' } },
  },
  {
    ...plain,
    name: 'cake',
    title: 'CAKE',
    clickParameter: 's2',
    query: 'click_id=#s2#&payout=#price#&status=approved&txn_id=#tid#',
  },
  {
    ...plain,
    name: 'trackier',
    title: 'Trackier',
    clickParameter: 'p1',
    query: 'click_id={p1}&payout={payout}&status=approved&txn_id={txn_id}',
  },
  {
    ...plain,
    name: 'scaleo',
    title: 'Scaleo',
    clickParameter: 'aff_click_id',
    query: 'click_id={aff_click_id}&payout={payout}&currency={currency}&status={conv_status}',
  },
  {
    ...plain,
    name: 'maxbounty',
    title: 'MaxBounty',
    clickParameter: 's2',
    query: 'click_id=#S2#&payout=#RATE#&status=approved',
  },
  {
    ...plain,
    name: 'clickdealer',
    title: 'ClickDealer',
    clickParameter: 's2',
    query: 'click_id=#s2#&payout=#price#&status=approved&txn_id=#leadid#',
  },
  {
    ...plain,
    name: 'mylead',
    title: 'MyLead',
    clickParameter: 'ml_sub1',
    query: 'click_id=[ml_sub1]&payout=[payout]&status=[status]&currency=[currency]&txn_id=[transaction_id]',
    statusWords: { pre_approved: 'pending' },
  },
  {
    ...plain,
    name: 'cpalead',
    title: 'CPAlead',
    clickParameter: 'subid',
    query: 'click_id={subid}&payout={payout}&status=approved&txn_id={lead_id}',
  },
  {
    ...plain,
    name: 'adgate',
    title: 'AdGate (Prodege)',
    clickParameter: 's2',
    query: 'click_id={s2}&payout={payout}&status={state}&txn_id={conversion_id}',
    statusWordsAfter: rejectedTakesBack,
  },
  {
    ...plain,
    name: 'adworkmedia',
    title: 'AdWork Media',
    clickParameter: 'sid',
    query: 'click_id={sid}&payout={amount}&status={status}&txn_id={leadID}',
  },
  {
    ...plain,
    name: 'ogads',
    title: 'OGAds',
    clickParameter: 'aff_sub4',
    query: 'click_id={aff_sub4}&payout={payout}&status=approved',
  },
  {
    ...plain,
    name: 'mobidea',
    title: 'Mobidea',
    clickParameter: 'click_id',
    query: 'click_id={{EXTERNAL_ID}}&payout={{MONEY}}&status=approved',
  },
  {
    ...plain,
    name: 'keitaro',
    title: 'Keitaro',
    clickParameter: 'external_id',
    query: 'click_id={external_id}&payout={revenue}&status={status}&txn_id={tid}',
    statusWords: { registration: 'pending', deposit: 'approved', rebill: 'approved', upsell: 'approved' },
    // The documented ways are lead to sale, and lead, sale and rebill to rejected.
    statusWordsAfter: { approved: { rejected: 'reversed', trash: 'reversed' } },
  },
  {
    ...plain,
    name: 'cpx',
    title: 'CPX Research',
    clickParameter: 'subid_1',
    query: 'click_id={subid_1}&payout={amount_usd}&status={status}&txn_id={trans_id}',
    statusWords: { '1': 'approved', '2': 'reversed' },
  },
  {
    ...plain,
    name: 'monlix',
    title: 'Monlix',
    clickParameter: 'userId',
    query: 'click_id={{userId}}&payout={{payout}}&status={{status}}&txn_id={{transactionId}}',
    statusWords: { '1': 'approved', '2': 'reversed' },
  },
  {
    ...plain,
    name: 'lootably',
    title: 'Lootably',
    // Its links have {userID} in place of a value, under a name of their own.
    clickParameter: 'userID',
    query: 'click_id={userID}&payout={revenue}&status={status}&goal={goalID}&txn_id={transactionID}',
    statusWords: { '1': 'approved', '0': 'reversed' },
    reply: { accepted: '1', duplicate: '1' },
  },
  {
    name: 'wannads',
    title: 'Wannads, and walls that speak like it',
    clickParameter: 'subId',
    query: 'click_id={subId}&payout={payout}&status={status}&txn_id={transId}',
    // 1 adds, 2 takes back, and the amount is positive in both; newer accounts say credited and rejected.
    statusWords: { '1': 'approved', '2': 'reversed' },
    statusWordsAfter: rejectedTakesBack,
    aliases: { subId: 'click_id', transId: 'txn_id' },
    reply: { accepted: 'OK', duplicate: 'DUP' },
  },
  {
    name: 'offertoro',
    title: 'OfferToro (Torox)',
    clickParameter: 'subid1',
    query: 'status=approved',
    statusWords: {},
    // It adds its own parameters to the address, under names that cannot be chosen.
    aliases: { subid1: 'click_id', id: 'txn_id' },
    reply: { accepted: '1', duplicate: '1' },
  },
]
