/** How a user's conversions ended, as far as it is decided by now. */
export interface Ending {
  /** Approved, and standing for so long that it is believed. */
  readonly standing: number
  /** Refused before they were ever approved. */
  readonly rejected: number
  /** Taken back after they had been approved. */
  readonly reversed: number
  /**
   * The weight of the losses that others have on the same offers, from the same networks and countries, for as many
   * conversions: a tenth where one conversion of ten is rejected.
   */
  readonly usualLoss: number
  /** Networks that took back or refused more of this user's than they left standing, less those that did not. */
  readonly networksAgainst: number
  /** The last word of a person about this user, whatever the networks say. */
  readonly decision: PersonsDecision | null
}

export const personsDecisions = ['refused', 'blocked', 'confirmed', 'allowed'] as const
type PersonsDecision = (typeof personsDecisions)[number]

/** The kinds of label, strongest first. */
export const labelKinds = [
  'refused',
  'blocked',
  'confirmed',
  'allowed',
  'taken_back',
  'lost',
  'kept',
] as const
export type LabelKind = (typeof labelKinds)[number]

interface OutcomeLabel {
  readonly kind: LabelKind
  readonly isFraud: boolean
  /** As how many users this one counts; of those who kept theirs at most. */
  readonly weight: number
}

/** A table of what each kind says. A person looked; a chargeback cost somebody money; a rejection has many reasons. */
const labels: Readonly<Record<LabelKind, Omit<OutcomeLabel, 'kind'>>> = {
  refused: { isFraud: true, weight: 4 },
  blocked: { isFraud: true, weight: 4 },
  confirmed: { isFraud: false, weight: 4 },
  allowed: { isFraud: false, weight: 4 },
  taken_back: { isFraud: true, weight: 2 },
  lost: { isFraud: true, weight: 1 },
  kept: { isFraud: false, weight: 1 },
}

/** As how many rejections a conversion counts that was taken back after it was approved. */
export const reversedLoss = 1.5
/** Fewer losses beyond what is usual are bad luck. */
const excessMin = 1.5
/** Somebody who lost more than this beyond what is usual is no example of an honest user, either. */
const honestExcessMax = 0.5

/** A fraud whose first conversion stands is no rarity: what was kept counts more the more of it there is. */
const keptBefore = 2

export function labelOf(kind: LabelKind): OutcomeLabel {
  return { kind, ...labels[kind] }
}

/**
 * The label that an ending gives its user; undefined where it says nothing: too young, or between bad luck and fraud. A
 * network speaks only of what it paid for: where as many networks left standing what they paid, one that takes back is
 * not believed.
 */
export function labelOutcome(ending: Ending): OutcomeLabel | undefined {
  const { standing, rejected, reversed, usualLoss, networksAgainst, decision } = ending
  if (decision !== null) return labelOf(decision)
  const excess = rejected + reversedLoss * reversed - usualLoss
  if (excess >= excessMin) {
    if (networksAgainst <= 0) return undefined
    return labelOf(reversedLoss * reversed > rejected ? 'taken_back' : 'lost')
  }
  if (standing === 0 || excess > honestExcessMax) return undefined
  const kept = labelOf('kept')
  return { ...kept, weight: kept.weight * (standing / (standing + keptBefore)) }
}

export interface LabelCount {
  readonly kind: LabelKind
  readonly users: number
  readonly weight: number
}

/** How many users of each kind of label there are, of those that occur. */
export function countLabels(outcomes: readonly { readonly kind: LabelKind }[]): readonly LabelCount[] {
  return labelKinds
    .map((kind) => ({
      kind,
      users: outcomes.filter((one) => one.kind === kind).length,
      weight: labels[kind].weight,
    }))
    .filter(({ users }) => users > 0)
}
