import { Icon } from '../value/icon.tsx'
import { Sparkline } from './sparkline.tsx'
import './kpi-strip.css'

export interface Kpi {
  readonly name: string
  readonly label: string
  /** Beside the label, faint: "30.1 %". */
  readonly beside?: string
  /** Undefined while it is on its way. */
  readonly value: string | undefined
  /** The exact figure. */
  readonly title?: string
  readonly change?:
    | { readonly text: string; readonly isUp: boolean; readonly tone: 'pos' | 'neg' | 'plain' }
    | undefined
  readonly values?: readonly number[]
  readonly previous?: readonly number[]
  /** Between it and the one before, where the row is an equation. */
  readonly sign?: '−' | '='
}

interface KpiStripProps {
  readonly label: string
  readonly kpis: readonly Kpi[]
  /** With it, each is a button that chooses what is shown below. */
  readonly chosen?: string
  readonly onChoose?: (name: string) => void
}

/** Figures in one card, each with its change and shape; those of a strip that chooses nothing are figures alone. */
export function KpiStrip({ label, kpis, chosen, onChoose }: KpiStripProps) {
  return (
    <ul
      className={onChoose ? 'kpis card' : 'kpis card is-plain'}
      aria-label={label}
      aria-busy={kpis.every(({ value }) => value === undefined)}
    >
      {kpis.map((kpi) => (
        <li key={kpi.name} className={kpi.name === chosen ? 'is-chosen' : ''}>
          {kpi.sign && (
            <span className="kpi-sign" aria-hidden="true">
              {kpi.sign}
            </span>
          )}
          {onChoose ? (
            <button type="button" aria-pressed={kpi.name === chosen} onClick={() => onChoose(kpi.name)}>
              <KpiFigure {...kpi} />
            </button>
          ) : (
            <KpiFigure {...kpi} />
          )}
        </li>
      ))}
    </ul>
  )
}

function KpiFigure({ label, beside, value, title, change, values = [], previous = [] }: Kpi) {
  return (
    <span className="kpi">
      <span className="kpi-label">
        {label} {beside && <span className="muted">{beside}</span>}
      </span>
      <span className="kpi-value num" title={title}>
        {value ?? <i className="kpi-ghost" aria-hidden="true" />}
      </span>
      <span className={`kpi-change num ${change?.tone ?? ''}`}>
        {change && <Icon name={change.isUp ? 'up' : 'fall'} size={12} />}
        {change?.text ?? ' '}
      </span>
      <Sparkline values={values} previous={previous} />
    </span>
  )
}
