/** A user with what is true of them and what the engine said, as probabilities. */
export interface ScoredUser {
  readonly kind: string
  readonly isFraud: boolean
  /** At their first submission. */
  readonly first: number
  /** With all that is known when the events end. */
  readonly last: number
}

/** The effect of a threshold. */
export interface AtThreshold {
  readonly precision: number
  readonly recall: number
  readonly fpr: number
}

interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly users: number
  /** Mean of what was said. */
  readonly said: number
  /** Share of fraud that was there. */
  readonly was: number
}

export interface Figures {
  readonly users: number
  readonly frauds: number
  readonly auc: number
  readonly auc_first: number
  readonly brier: number
  readonly ece: number
  readonly ece_first: number
  readonly at50: AtThreshold
  readonly at85: AtThreshold
  readonly recall_at_fpr1: number
  readonly fpr_by_kind_at50: Readonly<Record<string, number>>
  readonly fpr_by_kind_at85: Readonly<Record<string, number>>
  /** Honest users of each kind. */
  readonly n_by_kind: Readonly<Record<string, number>>
  readonly recall_by_kind_at85: Readonly<Record<string, number>>
  readonly calibration: readonly CalibrationBin[]
}

const binCount = 10

/** How well scores tell fraud from honest users, and whether they are the probabilities that they claim. */
export function measure(users: readonly ScoredUser[]): Figures {
  const honest = users.filter(({ isFraud }) => !isFraud)
  const frauds = users.filter(({ isFraud }) => isFraud)
  const shareOver = (of: readonly ScoredUser[], threshold: number): number =>
    ratio(of.filter((user) => reaches(user.last, threshold)).length, of.length)
  const at = (threshold: number): AtThreshold => {
    const caught = users.filter((user) => reaches(user.last, threshold))
    const precision = ratio(caught.filter(({ isFraud }) => isFraud).length, caught.length)
    return { precision, recall: shareOver(frauds, threshold), fpr: shareOver(honest, threshold) }
  }
  const byKind = (of: readonly ScoredUser[], value: (users: readonly ScoredUser[]) => number) =>
    Object.fromEntries(
      [...Map.groupBy(of, ({ kind }) => kind)]
        .map(([kind, members]): [string, number] => [kind, value(members)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const calibration = calibrate(users.map(({ last, isFraud }) => [last, isFraud]))
  return {
    users: users.length,
    frauds: frauds.length,
    auc: areaUnderCurve(users.map(({ last, isFraud }) => [last, isFraud])),
    auc_first: areaUnderCurve(users.map(({ first, isFraud }) => [first, isFraud])),
    brier: ratio(
      users.reduce((sum, { last, isFraud }) => sum + (last - Number(isFraud)) ** 2, 0),
      users.length,
    ),
    ece: calibrationError(calibration),
    ece_first: calibrationError(calibrate(users.map(({ first, isFraud }) => [first, isFraud]))),
    at50: at(0.5),
    at85: at(0.85),
    recall_at_fpr1: recallAt(users, 0.01),
    fpr_by_kind_at50: byKind(honest, (members) => shareOver(members, 0.5)),
    fpr_by_kind_at85: byKind(honest, (members) => shareOver(members, 0.85)),
    n_by_kind: byKind(honest, (members) => members.length),
    recall_by_kind_at85: byKind(frauds, (members) => shareOver(members, 0.85)),
    calibration,
  }
}

type Said = readonly [probability: number, isFraud: boolean]

/** As it is answered: with one decimal of a percent. */
function reaches(probability: number, threshold: number): boolean {
  return Math.round(probability * 1000) >= threshold * 1000
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** The chance that a fraud scores above an honest user; a tie counts half. 0.5 where one of them is missing. */
export function areaUnderCurve(said: readonly Said[]): number {
  const sorted = said.toSorted((a, b) => a[0] - b[0])
  let honestBelow = 0
  let pairs = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    let frauds = 0
    while (to < sorted.length && sorted[to]?.[0] === sorted[from]?.[0]) {
      if (sorted[to]?.[1]) frauds += 1
      to += 1
    }
    const honest = to - from - frauds
    pairs += frauds * (honestBelow + honest / 2)
    honestBelow += honest
    from = to
  }
  const frauds = said.length - honestBelow
  return frauds === 0 || honestBelow === 0 ? 0.5 : pairs / (frauds * honestBelow)
}

/** The largest share of fraud above a threshold that at most this share of honest users reaches. */
export function recallAt(users: readonly Pick<ScoredUser, 'isFraud' | 'last'>[], fprMax: number): number {
  const honest = users.filter(({ isFraud }) => !isFraud).map(({ last }) => last)
  const allowed = Math.floor(honest.length * fprMax)
  const threshold = honest.sort((a, b) => b - a)[allowed] ?? 0
  const frauds = users.filter(({ isFraud }) => isFraud)
  return ratio(frauds.filter(({ last }) => last > threshold).length, frauds.length)
}

function calibrate(said: readonly Said[]): CalibrationBin[] {
  const sums = Array.from({ length: binCount }, () => ({ users: 0, said: 0, was: 0 }))
  for (const [probability, isFraud] of said) {
    const sum = sums[Math.min(binCount - 1, Math.floor(probability * binCount))]
    if (sum === undefined) continue
    sum.users += 1
    sum.said += probability
    sum.was += Number(isFraud)
  }
  return sums.map((sum, bin) => ({
    from: bin / binCount,
    to: (bin + 1) / binCount,
    users: sum.users,
    said: ratio(sum.said, sum.users),
    was: ratio(sum.was, sum.users),
  }))
}

/** The expected calibration error: how far said and was lie apart, over all users. */
function calibrationError(bins: readonly CalibrationBin[]): number {
  const users = bins.reduce((sum, bin) => sum + bin.users, 0)
  return ratio(
    bins.reduce((sum, bin) => sum + bin.users * Math.abs(bin.said - bin.was), 0),
    users,
  )
}
