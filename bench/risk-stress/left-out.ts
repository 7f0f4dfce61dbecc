import { evaluateWeights, fitToUsers, type LabelledUser } from '@quoin/core/risk/backtest/back-test.ts'
import { signals } from '@quoin/core/risk/signals/index.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'

/** How a kind of users fares: of frauds how many are found, of honest users how many are blamed. */
export interface LeftOut {
  readonly name: string
  readonly isFraud: boolean
  readonly users: number
  /** By the weights that are asked about, which may have seen the kind. */
  readonly given: KindFigures
  /** By weights fitted to all kinds, and by weights fitted to all but this one. */
  readonly seen: KindFigures
  readonly unseen: KindFigures
  /** Of everybody, by the weights that have not seen the kind. */
  readonly all: { readonly auc: number; readonly ece: number; readonly fpr85: number; readonly r1: number }
}

export interface KindFigures {
  /** Of a fraud kind against all honest users; of an honest kind against all frauds. */
  readonly auc: number
  readonly at50: number
  readonly at85: number
  /** Of a fraud kind: its share above what 1 % of honest users reach. */
  readonly r1: number
}

/**
 * Refits without each kind of fraud and of honest users in turn, and asks what the weights then say of it. The fits begin
 * with the same weight for every sign: the given weights may carry what is known of the kind.
 */
export function leaveOut(users: readonly LabelledUser[], given: Weights): LeftOut[] {
  const frauds = users.filter(({ isFraud }) => isFraud).length
  // How many of all users are frauds is an app's setting and not to be guessed from the kinds that were seen.
  const fraudShare = frauds / users.length
  const fitTo = (some: readonly LabelledUser[]): Weights =>
    fitToUsers(some, { version: 'left-out', from: flatStart(given), fraudShare })
  const seen = fitTo(users)
  const kinds = [...new Map(users.map(({ kind, isFraud }) => [kind, isFraud]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return kinds.map(([name, isFraud]): LeftOut => {
    const unseen = fitTo(users.filter(({ kind }) => kind !== name))
    const judged = users.filter((user) => user.kind === name || user.isFraud !== isFraud)
    const figuresBy = (weights: Weights): KindFigures => describe(judged, { weights, name, isFraud })
    const { auc, ece, at85, recall_at_fpr1: r1 } = evaluateWeights(users, unseen)
    return {
      name,
      isFraud,
      users: users.filter(({ kind }) => kind === name).length,
      given: figuresBy(given),
      seen: figuresBy(seen),
      unseen: figuresBy(unseen),
      all: { auc, ece, fpr85: at85.fpr, r1 },
    }
  })
}

function describe(
  users: readonly LabelledUser[],
  { weights, name, isFraud }: { readonly weights: Weights; readonly name: string; readonly isFraud: boolean },
): KindFigures {
  const figures = evaluateWeights(users, weights)
  const { auc, at50, at85, recall_at_fpr1: r1 } = figures
  if (isFraud) return { auc, at50: at50.recall, at85: at85.recall, r1 }
  return {
    auc,
    at50: figures.fpr_by_kind_at50[name] ?? 0,
    at85: figures.fpr_by_kind_at85[name] ?? 0,
    r1: 0,
  }
}

function flatStart(given: Weights): Weights {
  return {
    ...given,
    base: given.fraudShare,
    calibration: { slope: 1, offset: 0 },
    points: Object.fromEntries(signals.map(({ name }) => [name, 1])),
  }
}

/** A table for docs/risk.md. */
export function printLeftOut(rows: readonly LeftOut[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const head = [
    '| Kind | users | at 85: as given | all kinds seen | not seen | AUC: seen | not seen | at 1 %: seen | not seen | all: AUC | ECE | honest at 85 |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ]
  const lines = rows.map(({ name, isFraud, users, given, seen, unseen, all }) => {
    const found = isFraud ? [percent(seen.r1), percent(unseen.r1)] : ['', '']
    const cells = [
      `${name} (${isFraud ? 'fraud' : 'honest'})`,
      ...[String(users), percent(given.at85), percent(seen.at85), percent(unseen.at85)],
      ...[seen.auc.toFixed(3), unseen.auc.toFixed(3), ...found],
      ...[all.auc.toFixed(3), all.ece.toFixed(3), percent(all.fpr85)],
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [...head, ...lines].join('\n')
}
