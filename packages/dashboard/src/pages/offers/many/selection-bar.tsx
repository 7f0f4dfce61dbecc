import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { usePhone } from '../../../parts/layout/use-phone.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { linkTo } from './link-to.ts'
import { addressOf, choose, countChosen, isChosen, nothingChosen, type Selection } from './selection.ts'

export interface Selecting {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** Ids of the rows that are shown. */
  readonly shown: readonly string[]
}

/** The tick of all rows that are shown. */
export function ShownTick({ selection, onSelect, shown }: Selecting) {
  const chosen = shown.filter((id) => isChosen(selection, id)).length
  const isWhole = shown.length > 0 && chosen === shown.length
  return (
    <Checkbox
      aria-label="Choose all that are shown"
      checked={isWhole}
      indeterminate={chosen > 0 && !isWhole}
      onChange={() => onSelect(choose(selection, shown, !isWhole))}
    />
  )
}

interface SelectionBarProps extends Selecting {
  readonly total: number
  readonly isTotalExact: boolean
  /** The filter, as the address has it. */
  readonly filters: Readonly<Record<string, string>>
}

/** How many are chosen, all of them at once, and what may be done with them. */
export function SelectionBar({ total, isTotalExact, filters, ...selecting }: SelectionBarProps) {
  const { selection, onSelect, shown } = selecting
  const isPhone = usePhone()
  const count = countChosen(selection, total)
  if (count === 0 && !isPhone) return null
  const most = isTotalExact ? formatCount(total) : `${formatCount(total)}+`
  const toEdit = (start: string) => linkTo('/ops/offers/edit', { ...filters, ...addressOf(selection), start })
  return (
    <section className="offer-bulk" aria-label="Chosen offers">
      {isPhone && <ShownTick {...selecting} />}
      <span className="sm grow">
        {count === 0 ? (
          'Choose all that are shown'
        ) : selection.isAll ? (
          <>
            <b>{selection.ids.size === 0 ? `All ${most} that match` : formatMany(count, 'offer')}</b>{' '}
            {count === 1 ? 'is' : 'are'} selected.{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => onSelect(choose(nothingChosen, shown, true))}
            >
              Only the {formatCount(shown.length)} shown
            </button>
          </>
        ) : (
          <>
            <b>{formatMany(count, 'offer')}</b> {count === 1 ? 'is' : 'are'} selected.{' '}
            {total > count && (
              <button
                type="button"
                className="link-button"
                onClick={() => onSelect({ isAll: true, ids: new Set() })}
              >
                Select all {most} that match
              </button>
            )}
          </>
        )}
      </span>
      {count > 0 && (
        <span className="row wrap">
          <Button variant="subtle" onClick={() => onSelect(nothingChosen)}>
            Clear
          </Button>
          <Button component={Link} to={toEdit('pause')} leftSection={<Icon name="pause" />}>
            Pause…
          </Button>
          <Button variant="filled" component={Link} to={toEdit('')} leftSection={<Icon name="edit" />}>
            Edit {formatMany(count, 'offer')}…
          </Button>
        </span>
      )}
    </section>
  )
}
