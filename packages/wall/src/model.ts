import type { Language } from '@quoin/core/languages/languages.ts'
import type { CollectMode, WallTheme } from '@quoin/core/wall/wall-settings.ts'
import type { Cost } from '@quoin/core/offers/cost.ts'
import type { DiagnosisCode, RewardState } from '@quoin/core/tickets/diagnose-reward.ts'
import type { TicketState } from '@quoin/core/tickets/ticket.ts'

// Answers of the server, which the pages draw: plain data, so that a page is the same whoever renders it. Amounts are
// decimal texts in the app's currency, times Unix seconds.

/** One colour scheme's part of the look. */
export interface SchemeColours {
  readonly brand: string
  readonly on: string
  readonly ink: string
  readonly tint: string
}

/** The facts that every page of a visit has in common. */
export interface WallFrame {
  readonly language: Language
  /** The language with the visitor's region, for dates and numbers. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly appName: string
  readonly currency: { readonly one: string; readonly many: string; readonly decimals: number }
  readonly userId: string
  /** A signed session: only then is there an activity. */
  readonly isSigned: boolean
  /** The word of the site on its user when it opened the session: never a sum of ours. */
  readonly balance: string | null
  readonly pending: string | null
  /** Parameters that each address of the visit carries on: the proof, and how it looks. */
  readonly query: string
  readonly device: DeviceName
  readonly theme: WallTheme
  readonly colours: { readonly light: SchemeColours; readonly dark: SchemeColours }
  readonly logo: string | null
  readonly privacyUrl: string | null
  /** The origins that may frame it: whom it speaks to. */
  readonly origins: readonly string[]
  readonly collect: CollectMode
  readonly nowSec: number
  /** Offers that were started and are not done. */
  readonly started: number
}

const deviceNames = ['desktop', 'android', 'ios'] as const
export type DeviceName = (typeof deviceNames)[number]

/** Half of the credits come within the one, nine of ten within the other. */
export interface Usual {
  readonly halfSec: number
  readonly mostSec: number
  readonly credits: number
}

/** The demand on the visitor's money. */
export interface CostView {
  readonly kind: Cost
  /** A decimal text, with the currency that it is in. */
  readonly amount: string | null
  readonly currency: string | null
}

/** An offer as a list draws it. */
export interface OfferCardView {
  readonly id: number
  readonly name: string
  readonly requirement: string
  readonly image: string
  readonly amount: string
  /** The amount without the promotion that runs. */
  readonly usualAmount: string | null
  readonly steps: number
  readonly stepsDone: number
  readonly devices: readonly DeviceName[]
  readonly usual: Usual | null
  /** Null: nobody has said so. */
  readonly cost: CostView | null
  readonly minutes: number | null
  /** The tracking link itself, for those without a script and for the button. */
  readonly link: string
  readonly host: string
}

export interface StepView {
  readonly goal: string
  readonly name: string
  readonly amount: string
  readonly isRepeatable: boolean
  readonly state: 'not_started' | 'started' | 'pending' | 'completed' | 'expired' | 'reversed'
  readonly deadlineSec: number | null
  /** When it ends for the start there was. */
  readonly endsAt: number | null
}

export interface ListFilter {
  readonly name: 'cost' | 'maxMinutes'
  readonly value: string
  readonly count: number
  readonly isOn: boolean
}

export interface ListView {
  readonly view: 'list'
  readonly category: string | null
  readonly search: string
  readonly sort: string
  readonly sorts: readonly string[]
  /** Names the order that the next page goes on with. */
  readonly ranking: string | null
  /** How many there are in all, and in each category. */
  readonly all: number
  readonly categories: readonly { readonly slug: string; readonly count: number }[]
  /** By cost and effort, each with how many it would leave. */
  readonly filters: readonly ListFilter[]
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly promotion: { readonly times: number; readonly endsAt: number } | null
  readonly going: readonly StoryView[]
  readonly offers: readonly OfferCardView[]
}

export interface OfferView {
  readonly view: 'offer'
  readonly offer: OfferCardView
  readonly description: string
  readonly requirements: string
  readonly video: string | null
  readonly device: DeviceName
  /** Whether it may be started here and now. */
  readonly state: 'open' | 'other_device' | 'unavailable'
  readonly steps: readonly StepView[]
  readonly startedAt: number | null
  readonly endsAt: number | null
  /** The one that multiplies its reward now. */
  readonly promotion: ListView['promotion']
  /** Drawn by the server: one path, and how many modules it is wide. */
  readonly code: { readonly path: string; readonly size: number; readonly url: string } | null
}

/** One start of an offer, or one conversion of it. */
export interface StoryView {
  readonly key: string
  readonly offerId: number
  readonly name: string
  /** Stories of one start have one. */
  readonly start: string
  readonly step: string
  /** The place of the step, from 1 on, and how many there are; 0 of an offer that is one event. */
  readonly stepNumber: number
  readonly stepCount: number
  readonly image: string
  readonly amount: string
  readonly state: RewardState
  readonly at: number
  readonly code: DiagnosisCode
  /** Why it was rejected, where the advertiser did not say so. */
  readonly because: 'cap' | 'refused' | 'expired' | null
  readonly usual: Usual | null
  readonly startedAt: number | null
  readonly reportedAt: number | null
  readonly momentAt: number | null
  readonly asksFrom: number | null
  readonly asksUntil: number | null
  /** The offer takes no new starts. */
  readonly isOver: boolean
  readonly mayAsk: boolean
  readonly reference: string | null
  readonly ticket: TicketView | null
}

export interface TicketView {
  readonly id: number
  readonly state: TicketState
  readonly at: number
  readonly because: string | null
  /** The user's note, and what was said after it. */
  readonly messages: readonly { readonly by: 'person' | 'user'; readonly text: string; readonly at: number }[]
}

/** One start of an offer with steps, and how far its user has come. */
export interface StartView {
  readonly done: number
  readonly earned: string
  readonly total: string
}

export interface ActivityView {
  readonly view: 'activity'
  readonly filter: RewardState | null
  readonly counts: Readonly<Record<RewardState, number>>
  readonly sums: { readonly started: string; readonly pending: string; readonly credited: string }
  /** By the key of the start. */
  readonly starts: Readonly<Record<string, StartView>>
  readonly stories: readonly StoryView[]
}

export interface MissingView {
  readonly view: 'missing'
  readonly stories: readonly StoryView[]
  readonly chosen: StoryView | null
  /** How the sending of a ticket ended. */
  readonly outcome: 'sent' | 'answered' | 'limit' | 'not_now' | 'empty' | null
}

export interface MessageView {
  readonly view: 'message'
  readonly message: 'expired' | 'signed_only' | 'failed' | 'gone' | 'refused' | 'code_over'
  readonly reference: string
}

/** A phone that has read a code shows it: its form uses the code. */
interface PhoneView {
  readonly view: 'phone'
}

export type WallView = ListView | OfferView | ActivityView | MissingView | MessageView | PhoneView

export interface WallPageModel {
  readonly frame: WallFrame
  readonly page: WallView
}
