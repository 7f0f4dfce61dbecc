import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../format/format-money.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { type Trial, writesOf } from './repair-state.ts'

interface ImportRailProps {
  readonly trial: Trial
  readonly networkName: string
  readonly remember: boolean
  readonly isBusy: boolean
  readonly onRemember: (remember: boolean) => void
  readonly onImport: () => void
  readonly onDownload: () => void
  readonly children: ReactNode
}

/** The effect in figures, and the button. */
export function ImportRail(props: ImportRailProps) {
  const { trial, networkName, remember, isBusy, onRemember, onImport, onDownload, children } = props
  const { counts, money } = trial
  const writes = writesOf(trial)
  const text = writes === 0 ? 'Nothing to import' : `Import ${formatMany(writes, 'offer')}`
  return (
    <section className="card import-rail" aria-labelledby="effect">
      <div className="card-head">
        <h2 id="effect">If you import now</h2>
      </div>
      <dl className="import-figures">
        <Figure name="New offers">{formatCount(counts.new)}</Figure>
        <Figure name="Changed offers">{formatCount(counts.changed)}</Figure>
        {counts.paused > 0 && <Figure name="Paused offers">{formatCount(counts.paused)}</Figure>}
        {counts.unchanged > 0 && <Figure name="As they are">{formatCount(counts.unchanged)}</Figure>}
        <Figure name="Imported" isSum>
          {formatCount(writes)}
        </Figure>
      </dl>
      {money && (
        <dl className="import-figures">
          <Figure name="Network pays, lowest">{formatMoney(money.lowest, { currency: 'USD' })}</Figure>
          <Figure name="Median">{formatMoney(money.median, { currency: 'USD' })}</Figure>
          <Figure name="Highest">{formatMoney(money.highest, { currency: 'USD' })}</Figure>
          {money.median_margin_basis_points !== null && (
            <Figure name="Median margin" isSum>
              {(money.median_margin_basis_points / 100).toFixed(1)} %
            </Figure>
          )}
        </dl>
      )}
      {trial.repairs.repairs.length > 0 && (
        <div className="import-part">
          <Checkbox
            label={`Remember these repairs for ${networkName}`}
            checked={remember}
            onChange={(event) => onRemember(event.currentTarget.checked)}
          />
        </div>
      )}
      <div className="import-part stack import-go">
        {children}
        <div className="import-dock">
          <Button variant="filled" fullWidth disabled={writes === 0} loading={isBusy} onClick={onImport}>
            {text}
          </Button>
        </div>
        {counts.refused > 0 && (
          <>
            <Button fullWidth leftSection={<Icon name="download" />} onClick={onDownload}>
              Download the other {formatCount(counts.refused)}
            </Button>
            <p className="muted xs">
              The file is CSV with your columns and one more, the reason. Correct it and import it again.
            </p>
          </>
        )}
      </div>
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly isSum?: boolean
  readonly children: ReactNode
}

function Figure({ name, isSum = false, children }: FigureProps) {
  return (
    <div data-sum={isSum || undefined}>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
