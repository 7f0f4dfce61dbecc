import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { callOperation } from '../../../api/client.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { microsOf } from '../../../format/format-money.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { keepFile } from '../../../parts/feedback/keep-file.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { ShownOffers } from './shown-changes.tsx'

type Preview = DataOf<'previewOfferEdit'>
type Kind = keyof Preview['counts']

interface EditPreviewProps {
  readonly preview: Preview
  /** The request that it answers, for all of it as a file. */
  readonly body: Readonly<Record<string, unknown>>
  readonly limit: number
  readonly onMore: () => void
  readonly isRefreshing: boolean
}

const words: Readonly<Record<Kind, string>> = { change: 'Change', same: 'So already', cannot: 'Cannot' }
const kinds: readonly Kind[] = ['change', 'same', 'cannot']
const shownMax = 500

/** The outcome by the server, before it is so: what changes, what closes at once, and what stays. */
export function EditPreview({ preview, body, limit, onMore, isRefreshing }: EditPreviewProps) {
  const { counts, closing, closing_count: closingCount } = preview
  const total = counts.change + counts.same + counts.cannot
  const [chosen, setKind] = useState<Kind>('change')
  const kind = counts[chosen] > 0 ? chosen : (kinds.find((one) => counts[one] > 0) ?? 'change')
  const rows = preview[kind]
  const keep = async () => {
    const answer = await callOperation('previewOfferEdit', { body: { ...body, csv: true } })
    keepFile('offers-edit.csv', answer.data.csv ?? '')
  }
  return (
    <section
      className={isRefreshing ? 'card edit-preview is-refreshing' : 'card edit-preview'}
      aria-busy={isRefreshing}
    >
      <div className="card-body">
        <h2 aria-live="polite">
          {formatCount(counts.change)} of {formatMany(total, 'offer')}{' '}
          {counts.change === 1 ? 'changes' : 'change'}
        </h2>
        <MoneyLine preview={preview} />
        <div className="row wrap edit-kinds">
          <SegmentedControl
            aria-label="Which offers"
            value={kind}
            onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'change')}
            data={kinds.map((value) => ({ value, label: `${words[value]} ${formatCount(counts[value])}` }))}
          />
          <span className="grow" />
          <Button variant="subtle" leftSection={<Icon name="download" />} onClick={() => void keep()}>
            CSV
          </Button>
        </div>
        {closingCount > 0 && (
          <p className="edit-warning">
            <Icon name="bang" />
            <span>
              <b>
                {formatCount(closingCount)} {closingCount === 1 ? 'is' : 'are'} past the new cap today
              </b>{' '}
              and {closingCount === 1 ? 'closes' : 'close'} at once, until midnight in the zone of the
              network:{' '}
              {closing.map(({ id, name, closes_at: used }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <bdi>{name}</bdi> ({formatCount(used ?? 0)})
                </span>
              ))}
              {closingCount > closing.length && ` and ${formatCount(closingCount - closing.length)} more`}.
            </span>
          </p>
        )}
      </div>
      <ShownOffers offers={rows} label={words[kind]} />
      {counts[kind] > rows.length && (
        <div className="table-more">
          {limit < shownMax && <Button onClick={onMore}>Show more</Button>}
          <span className="faint xs">
            {formatCount(rows.length)} of {formatCount(counts[kind])}
            {limit >= shownMax && '; the file has them all'}
          </span>
        </div>
      )}
    </section>
  )
}

function MoneyLine({ preview: { payout, under_margin: ruled } }: { readonly preview: Preview }) {
  if (payout === null) return null
  const less = microsOf(payout.difference) > 0 ? 'as much less' : 'as much more'
  return (
    <p className="muted sm">
      Payout falls for {formatCount(payout.falls)} and rises for {formatCount(payout.rises)}. By the approved
      conversions of the last 7 days that is{' '}
      <b>
        <Money amount={payout.difference} currency="USD" isChange />
      </b>{' '}
      in all{microsOf(payout.difference) === 0 ? '' : `, and ${less} margin`}.
      {ruled > 0 &&
        ` ${formatCount(ruled)} ${ruled === 1 ? 'has a margin rule, which goes' : 'have a margin rule, which goes'} before the payout.`}
    </p>
  )
}
