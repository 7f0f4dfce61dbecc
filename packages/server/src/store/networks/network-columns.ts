import type { NetworkSetting } from '@quoin/core/networks/network-settings.ts'
import type { SettingColumns } from '../pg/setting-columns.ts'

/** Where each setting of a network lies. */
export const networkColumns: SettingColumns<NetworkSetting> = {
  reply: { column: 'reply' },
  statusWords: { column: 'status_words' },
  statusWordsAfter: { column: 'status_words_after' },
  onChangedPayout: { column: 'on_changed_payout' },
  onLoss: { column: 'on_loss' },
  payoutMax: { column: 'payout_max_micros' },
  payoutMin: { column: 'payout_min_micros' },
  allowedAddresses: { column: 'allowed_addresses' },
  currency: { column: 'currency' },
  timeZone: { column: 'time_zone' },
}
