import { formatMoney, microsOf } from '../../format/format-money.ts'
import { Icon } from '../../parts/value/icon.tsx'
import type { Step } from './lanes.ts'
import './click-page.css'

const ruleNames: Readonly<Record<string, string>> = {
  app_paused: 'App',
  status: 'Status',
  schedule: 'Schedule',
  country: 'Country',
  platform: 'Platform',
  test_mode: 'Mode',
  taken: 'Not done yet',
  capped: 'Cap',
  blocked: 'Lists',
}

/** The list's rules; each says what it found when it is pointed at. */
export function Rules({ checks }: { readonly checks: Step['checks'] }) {
  return (
    <ul className="rules">
      {checks.map(({ code, passed, sentence }) => (
        <li key={code} className={passed ? '' : 'is-bad'} title={sentence}>
          <Icon name={passed ? 'check' : 'cross'} size={12} />
          {ruleNames[code] ?? code.replaceAll('_', ' ')}
          <span className="sr">{passed ? 'passed' : 'failed'}</span>
        </li>
      ))}
    </ul>
  )
}

/** The publisher's part of the revenue, and the margin that is left. */
export function BookingSplit({ payable, margin }: { readonly payable: string; readonly margin: string }) {
  const [owed, left] = [Math.abs(microsOf(payable)), Math.abs(microsOf(margin))]
  return (
    <div className="split">
      <span style={{ flex: Math.max(1, owed) }}>
        <b>{formatMoney(payable, { placesMax: 6 })}</b> payable
      </span>
      <span style={{ flex: Math.max(1, left) }}>
        <b>{formatMoney(margin, { placesMax: 6 })}</b> margin
      </span>
    </div>
  )
}

/** 0 to 100 with the word of its band. */
export function RiskMeter({ score }: { readonly score: number }) {
  const word = score >= 85 ? 'very high' : score >= 50 ? 'high' : score >= 30 ? 'watch' : 'low'
  return (
    <span className="risk-meter">
      <i aria-hidden="true">
        <i style={{ width: `${score}%` }} />
      </i>
      Risk {Math.round(score)}, {word}
    </span>
  )
}

interface RawLinesProps {
  readonly lines: Step['raw']
  readonly isOpen: boolean
}

export function RawLines({ lines, isOpen }: RawLinesProps) {
  return (
    <details open={isOpen}>
      <summary>
        <Icon name="right" size={13} />
        Raw
      </summary>
      <pre>
        {lines.map(({ name, value }) => (
          <span key={name}>
            <span className="muted">{name}</span> {/\{\w+\}/.test(value) ? <em>{value}</em> : value}
            {'\n'}
          </span>
        ))}
      </pre>
    </details>
  )
}
