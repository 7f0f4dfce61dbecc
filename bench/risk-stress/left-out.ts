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
  /** By weights that were learned without the kind from the given ones, as a server's nights do. */
  readonly relearnt: KindFigures
  /** The figures of everybody, by the weights that have not seen the kind. */
  readonly all: { readonly auc: number; readonly ece: number; readonly fpr85: number; readonly r1: number }
}

export interface KindFigures {
  /** A fraud kind is compared with all honest users; an honest kind with all frauds. */
  readonly auc: number
  readonly at50: number
  readonly at85: number
  /** The share of a fraud kind above the score that 1 % of honest users reach. */
  readonly r1: number
}

/**
 * Refits without each kind of fraud and of honest users in turn, and asks what the weights then say of it. One fit
 * begins with the same weight for every sign, since the given weights may carry what is known of the kind; one
 * begins with these, as learning does, and must not unlearn what its labels do not show.
 */
export function leaveOut(users: readonly LabelledUser[], given: Weights): LeftOut[] {
  const frauds = users.filter(({ isFraud }) => isFraud).length
  // How many of all users are frauds is an app's setting and not to be guessed from the kinds that were seen.
  const fraudShare = frauds / users.length
  const fitTo = (some: readonly LabelledUser[], from = flatStart(given)): Weights =>
    fitToUsers(some, { version: 'left-out', from, fraudShare })
  const seen = fitTo(users)
  const kinds = [...new Map(users.map(({ kind, isFraud }) => [kind, isFraud]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return kinds.map(([name, isFraud]): LeftOut => {
    const others = users.filter(({ kind }) => kind !== name)
    const unseen = fitTo(others)
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
      relearnt: figuresBy(fitTo(others, given)),
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

/** Tables for docs/risk.md. */
export function printLeftOut(rows: readonly LeftOut[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const frauds = rows.filter(({ isFraud }) => isFraud)
  const honest = rows.filter(({ isFraud }) => !isFraud)
  return [
    '| Fraud | users | found at 1 % of honest users: as given | learned without it | all kinds seen | never seen | AUC, seen | never seen |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...frauds.map(({ name, users, given, relearnt, seen, unseen }) =>
      rowOf(name, users, [
        ...[given, relearnt, seen, unseen].map(({ r1 }) => percent(r1)),
        ...[seen, unseen].map(({ auc }) => auc.toFixed(3)),
      ]),
    ),
    '',
    '| Honest | users | at 85 or more: as given | learned without it | all kinds seen | never seen | everybody honest, never seen | ECE, never seen |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...honest.map(({ name, users, given, relearnt, seen, unseen, all }) =>
      rowOf(name, users, [
        ...[given, relearnt, seen, unseen].map(({ at85 }) => percent(at85)),
        ...[percent(all.fpr85), all.ece.toFixed(3)],
      ]),
    ),
  ].join('\n')
}

function rowOf(name: string, users: number, cells: readonly string[]): string {
  return `| ${[name, String(users), ...cells].join(' | ')} |`
}
