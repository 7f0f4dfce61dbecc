import type { CrossValidation } from '@quoin/core/risk/backtest/back-test.ts'
import type { AtThreshold, Figures } from '@quoin/core/risk/backtest/metrics.ts'

interface Report extends Figures {
  readonly weights_version: string
  readonly unlabelled: number
  readonly unseen: number
}

/** The figures of a back-test for people. */
export function printFigures(report: Report, crossed: CrossValidation | undefined): string {
  const { users, frauds, unlabelled, unseen } = report
  return [
    `weights ${report.weights_version}; ${users} users, ${frauds} of them fraud`,
    `share of fraud ${percent(frauds / users).trim()}`,
    ...(unlabelled + unseen > 0
      ? [`left out: ${unlabelled} users without a label, ${unseen} labels without a user`]
      : []),
    '',
    ...summaryOf(report),
    '',
    'honest users at or above 50 and 85, by kind',
    ...Object.entries(report.n_by_kind).map(([kind, count]) =>
      [
        `  ${kind.padEnd(24)}`,
        `${count}`.padStart(6),
        percent(report.fpr_by_kind_at50[kind] ?? 0),
        percent(report.fpr_by_kind_at85[kind] ?? 0),
      ].join('  '),
    ),
    '',
    'calibration: score, users, mean said, share of fraud',
    ...report.calibration.map(({ from, to, users: count, said, was }) =>
      [
        `  ${`${from * 100}–${to * 100}`.padEnd(8)}`,
        `${count}`.padStart(6),
        count === 0 ? '' : `${percent(said)}  ${percent(was)}`,
      ].join('  '),
    ),
    ...(crossed === undefined ? [] : ['', 'cross-validated by person', ...summaryOf(crossed.by_person)]),
    ...(crossed === undefined ? [] : ['', 'cross-validated by time', ...summaryOf(crossed.by_time)]),
  ].join('\n')
}

function summaryOf(figures: Figures): string[] {
  return [
    `AUC ${figures.auc.toFixed(4)} (${figures.auc_first.toFixed(4)} at the first call)`,
    `Brier ${figures.brier.toFixed(4)}, ECE ${figures.ece.toFixed(4)} (${figures.ece_first.toFixed(4)} at the first call)`,
    `at 50: ${atText(figures.at50)}`,
    `at 85: ${atText(figures.at85)}`,
    `recall at 1 % of honest users: ${percent(figures.recall_at_fpr1).trim()}`,
  ]
}

function atText({ precision, recall, fpr }: AtThreshold): string {
  return `precision ${percent(precision).trim()}, recall ${percent(recall).trim()}, honest users ${percent(fpr).trim()}`
}

function percent(value: number): string {
  return `${(100 * value).toFixed(2)} %`.padStart(8)
}
