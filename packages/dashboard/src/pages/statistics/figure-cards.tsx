import { Link } from '@tanstack/react-router'
import { formatCount } from '../../format/format-number.ts'
import { formatMoney, microsOf } from '../../format/format-money.ts'
import { Money } from '../../parts/value/money.tsx'
import { type RowOrSection, type FigureRow, isSection } from './figure-rows.ts'
import { FigureName } from './figure-table.tsx'
import { SectionText } from './section-text.tsx'
import type { StatsColumn } from './stats-columns.tsx'

interface FigureCardsProps {
  readonly head: string
  readonly lines: readonly RowOrSection[]
  readonly columns: readonly StatsColumn[]
  readonly hasMargin: boolean
}

/** On a phone a group is a card with its margin at the end; all its figures are behind it. */
export function FigureCards({ head, lines, columns, hasMargin }: FigureCardsProps) {
  return (
    <ul className="stats-cards" aria-label={`Figures by ${head.toLowerCase()}`}>
      {lines.map((line) =>
        isSection(line) ? (
          <li key={line.id} className="stats-section">
            <SectionText section={line} />
          </li>
        ) : line.level === 'member' || line.level === 'together' ? (
          <li key={line.id} className="stats-member">
            <FigureName line={line} />
            <span className="muted num stats-beside">{besideOf(line)}</span>
            <b className="num">
              <Money amount={amountOf(line, hasMargin)} />
            </b>
          </li>
        ) : (
          <li key={line.id} className={`stats-group is-${line.level}`}>
            <details>
              <summary>
                <FigureName line={line} isPlain />
                <b className="num">
                  <Money amount={amountOf(line, hasMargin)} />
                </b>
                <span className="muted sm num stats-beside">{flowOf(line, hasMargin)}</span>
              </summary>
              <dl className="stats-facts">
                {columns.map(({ name, label, cell, isHot }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd className={isHot?.(line.row) ? 'num neg' : 'num'}>{cell(line.row)}</dd>
                  </div>
                ))}
              </dl>
              {line.offerId !== undefined && (
                <Link className="stats-open" to="/ops/offers/$offerId" params={{ offerId: line.offerId }}>
                  Open the offer
                </Link>
              )}
            </details>
          </li>
        ),
      )}
    </ul>
  )
}

function amountOf({ row }: FigureRow, hasMargin: boolean): string {
  return hasMargin ? (row.margin ?? '0') : row.payout
}

/** "252.00 in, 253.57 out" */
function flowOf({ row }: FigureRow, hasMargin: boolean): string {
  const isMoney = hasMargin && (microsOf(row.revenue ?? '0') !== 0 || microsOf(row.payout) !== 0)
  return isMoney
    ? `${formatMoney(row.revenue ?? '0')} in, ${formatMoney(row.payout)} out`
    : `${formatCount(row.clicks)} clicks, ${formatCount(row.conversions)} conv.`
}

function besideOf({ row }: FigureRow): string {
  const { reversed, conversions } = row
  return reversed > 0
    ? `${formatCount(reversed)} of ${formatCount(conversions)} reversed`
    : `${formatCount(conversions)} conv.`
}
