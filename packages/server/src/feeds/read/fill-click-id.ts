import { readAttributableUrl } from '@quoin/core/offers/click-id-url.ts'
import { presetOf } from '../../networks/index.ts'
import type { FeedCell } from './feed-cell.ts'
import { readLink } from './read-address.ts'

/** The link of an offer with our click id, in the parameter that the network's preset names. */
export function fillClickId(link: unknown, preset: string): FeedCell {
  const address = readLink(link)
  if (address === undefined) return {}
  if ('problem' in address) return { doubt: address.problem }
  const { clickParameter } = presetOf({ preset })
  const reading = readAttributableUrl(address.value, { clickParameter, isAdded: true })
  return 'value' in reading ? reading : { value: address.value, doubt: reading.problem }
}
