import { logit, probabilityOf } from '../score.ts'
import { signals } from '../signals/index.ts'
import type { Weights } from '../weights.ts'
import type { Label } from './events.ts'
import { calibrateWeights, type Example, fitWeights } from './fit-weights.ts'
import { type Figures, measure, type ScoredUser } from './metrics.ts'
import type { ReplayedUser } from './replay.ts'

/** A user of a replay whose label is known. */
export interface LabelledUser extends ReplayedUser, Label {}

/** How weights do on users. */
export function evaluateWeights(users: readonly LabelledUser[], weights: Weights): Figures {
  return measure(users.map((user) => scoreUser(user, weights)))
}

/** A user who never submitted anything said nothing. */
const nothing = new Float64Array(signals.length)

function scoreUser(user: LabelledUser, weights: Weights): ScoredUser {
  return {
    kind: user.kind,
    isFraud: user.isFraud,
    first: probabilityOf(user.first ?? nothing, weights),
    last: probabilityOf(worstOf(user, weights), weights),
  }
}

/** A user is as risky as the riskiest of their devices. */
export function worstOf({ first, last }: ReplayedUser, weights: Weights): Float64Array {
  let worst = last[0] ?? first ?? nothing
  for (const shares of last) {
    if (probabilityOf(shares, weights) > probabilityOf(worst, weights)) worst = shares
  }
  return worst
}

interface FitFrom {
  readonly version: string
  readonly from: Weights
  /** The share of fraud to be calibrated for; left out: that of the users. */
  readonly fraudShare?: number | undefined
}

/**
 * Fits weights to users: both moments of each are examples, so that a score is right when a user comes and when
 * they are known. Calibrated to the second, on which operators act.
 */
export function fitToUsers(users: readonly LabelledUser[], { version, from, fraudShare }: FitFrom): Weights {
  const worst = users.map((user): Example => ({ shares: worstOf(user, from), isFraud: user.isFraud }))
  const first = users.flatMap(({ first, isFraud }): Example[] =>
    first === undefined ? [] : [{ shares: first, isFraud }],
  )
  const fitted = fitWeights([...first, ...worst], { version, from })
  const atTheEnd = users.map((user): Example => {
    return { shares: worstOf(user, fitted), isFraud: user.isFraud }
  })
  const calibrated = calibrateWeights(atTheEnd, fitted)
  return fraudShare === undefined ? calibrated : withFraudShare(calibrated, fraudShare)
}

/**
 * In a world that was left out, the log-odds of a fit meant less than in those that it was made of: 0.6 to 1.1 times
 * as much. They count three quarters of what they did on average, or a score of 85 would be said too often.
 */
const cautiousPart = 0.75
/** The fit to several worlds is kept close to the weights from before: each world has its own habits. */
const worldsShrinkage = 400

/**
 * Fits weights to several worlds at once, for one that nobody has seen: shrunk towards the given ones, and
 * calibrated with less confidence than any of the worlds asks for by itself.
 */
export function fitToWorlds(worlds: readonly (readonly LabelledUser[])[], options: FitFrom): Weights {
  const { version, from, fraudShare } = options
  const [only, ...others] = worlds
  if (only === undefined || others.length === 0) return fitToUsers(only ?? [], options)
  const examplesOf = (weights: Weights): Example[][] =>
    worlds.map((users) => users.map((user) => ({ shares: worstOf(user, weights), isFraud: user.isFraud })))
  const fitted = fitWeights(examplesOf(from).flat(), { version, from, shrinkage: worldsShrinkage })
  const atTheEnd = examplesOf(fitted)
  const slopes = atTheEnd.map((examples) => calibrateWeights(examples, fitted).calibration.slope)
  const slope = (cautiousPart * slopes.reduce((sum, one) => sum + one, 0)) / slopes.length
  const calibrated = calibrateWeights(atTheEnd.flat(), fitted, slope)
  return fraudShare === undefined ? calibrated : withFraudShare(calibrated, fraudShare)
}

/** Labels say what signs mean; how many of all users are fraud may be known better from elsewhere. */
function withFraudShare(weights: Weights, fraudShare: number): Weights {
  const { slope, offset } = weights.calibration
  const shifted = offset + logit(fraudShare) - logit(weights.fraudShare)
  return { ...weights, fraudShare, calibration: { slope, offset: Number(shifted.toFixed(4)) } }
}

const foldCount = 5
/** The share of users who came first and are learnt from, where the rest is the future. */
const pastShare = 0.6

export interface CrossValidation {
  /** Every person's users are scored by weights that were fitted without them. */
  readonly by_person: Figures
  /** Users who came later are scored by weights fitted to those who came before. */
  readonly by_time: Figures
}

/** The quality of a fit on users that it has not seen. */
export function crossValidate(users: readonly LabelledUser[], from: Weights): CrossValidation {
  const by_person = scoreByPerson(users, (seen) => fitToUsers(seen, { version: 'fold', from }))
  return {
    by_person,
    by_time: scoreByTime(users, (seen, given) => fitToUsers(seen, { version: 'past', from, ...given })),
  }
}

/** Users who came later by weights that were fitted to those who came before. */
export function scoreByTime(
  users: readonly LabelledUser[],
  fit: (seen: LabelledUser[], given: { readonly fraudShare: number }) => Weights,
): Figures {
  const inTime = users.toSorted((a, b) => a.firstSeenAtMs - b.firstSeenAtMs)
  const past = Math.floor(inTime.length * pastShare)
  // Most honest users are there from the beginning and accounts for fraud come all the time, so that the past
  // has less of it. The share is an app's setting, not something to learn from those who came first.
  const fraudShare = users.filter(({ isFraud }) => isFraud).length / users.length
  return evaluateWeights(inTime.slice(past), fit(inTime.slice(0, past), { fraudShare }))
}

/** How scores hold where fraud is rarer or more frequent than where the weights were made. */
interface AtShare {
  readonly share: number
  readonly ece_told: number
  /** Users below 10, as they were told, and how many of them are frauds. */
  readonly below10: { readonly said: number; readonly was: number }
}

/** The figures of a world with a share of fraud that is made by leaving out users of one kind, always the same ones. */
export function measureAtShare(users: readonly LabelledUser[], weights: Weights, share: number): AtShare {
  const [frauds, honest] = [users.filter(({ isFraud }) => isFraud), users.filter(({ isFraud }) => !isFraud)]
  const wanted = (share * honest.length) / (1 - share)
  const keep = (of: readonly LabelledUser[], part: number): LabelledUser[] =>
    of.filter(({ person }) => (hashOf(person) >>> 8) % 10_000 < part * 10_000)
  const some = [...keep(frauds, wanted / frauds.length), ...keep(honest, frauds.length / wanted)]
  const was = some.filter(({ isFraud }) => isFraud).length / Math.max(1, some.length)
  const told = measure(some.map((user) => scoreUser(user, withFraudShare(weights, was))))
  const [lowest] = told.calibration
  return {
    share: was,
    ece_told: told.ece,
    below10: { said: lowest?.said ?? 0, was: lowest?.was ?? 0 },
  }
}

/** Each person's users by weights that were fitted without them. */
export function scoreByPerson(
  users: readonly LabelledUser[],
  fit: (seen: LabelledUser[]) => Weights,
): Figures {
  const foldOf = ({ person }: LabelledUser): number => hashOf(person) % foldCount
  const scored: ScoredUser[] = []
  for (let fold = 0; fold < foldCount; fold += 1) {
    const weights = fit(users.filter((user) => foldOf(user) !== fold))
    for (const user of users) if (foldOf(user) === fold) scored.push(scoreUser(user, weights))
  }
  return measure(scored)
}

/** FNV-1a: folds that do not depend on the order of the file. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
