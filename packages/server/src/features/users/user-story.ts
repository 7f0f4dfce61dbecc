import type { Click } from '@quoin/core/tracking/click.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import type { CallbackState } from '../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'
import type { Page } from '../history/list-page.ts'
import type { RiskShown } from '../devices/show-risk.ts'

/** The known facts about a user, for whoever is asked why they got no reward. */
export interface UserStory {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  /** Sentences: what stands between this user and a reward. */
  readonly answers: readonly string[]
  readonly clicks: Page<Click>
  readonly conversions: Page<Conversion>
  /** The reports of networks about these clicks, newest first. */
  readonly postbacks: readonly LoggedRequest[]
  readonly callbacks: readonly CallbackState[]
  /** Null when no fingerprint was ever submitted. */
  readonly risk: RiskShown | null
  readonly lists: readonly KeptListEntry[]
}
