import { Button } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../../../../parts/value/icon.tsx'
import { ChangeAll } from './change-all.tsx'
import { type Overlap, overlapsIn, tellOverlap, yieldingCountries } from './overlaps.ts'
import { PriceForm } from './price-form.tsx'
import { newPrice, type PriceDraft, type RestDraft } from './price-rows.ts'

const pricesMax = 64

interface PriceTableProps {
  readonly prices: readonly PriceDraft[]
  readonly rest: RestDraft
  /** The number of the first row. */
  readonly first: number
  /** Its name for screen readers. */
  readonly name: string
  readonly onChange: (prices: readonly PriceDraft[], rest?: RestDraft) => void
  /** The server's problem with a row, by its number from 1 and its member: `2.payout`. */
  readonly problem: (field: string) => string | undefined
}

/** The prices of an offer or goal, each in a row that is filled in. */
export function PriceTable({ prices, rest, first, name, onChange, problem }: PriceTableProps) {
  const [isChanging, setChanging] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const { change, duplicate, remove } = useRowActs({ prices, onChange, list })
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setChanging(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const overlaps = useMemo(() => overlapsIn(prices), [prices])
  useFocusOfFirst(prices.length, list)
  if (prices.length === 0) return null
  const wrong = new Set(overlaps.flatMap(({ one, other }) => [one, other]))
  return (
    <div className="prices">
      <ol className="price-rows" aria-label={name} ref={list}>
        {prices.map((price, at) => (
          <PriceForm
            key={price.key}
            price={price}
            number={first + at}
            told={toldOf(overlaps, { at, prices, first })}
            taken={takenOf(overlaps, { at, price })}
            isWrong={wrong.has(at)}
            wrongCountries={problem(`${at + 1}.countries`)}
            wrongPlatforms={problem(`${at + 1}.platforms`)}
            wrongRevenue={problem(`${at + 1}.revenue`)}
            wrongEarns={problem(`${at + 1}.payout`) ?? problem(`${at + 1}.payoutShare`)}
            wrongRow={problem(`${at + 1}`)}
            canGrow={prices.length < pricesMax}
            onChange={change}
            onDuplicate={duplicate}
            onRemove={remove}
          />
        ))}
      </ol>
      <div className="row wrap">
        <Button
          leftSection={<Icon name="plus" />}
          disabled={prices.length >= pricesMax}
          onClick={() => {
            onChange([...prices, newPrice()])
            focusRow(list.current, prices.length)
          }}
        >
          Add a price
        </Button>
        {!isChanging && (
          <Button ref={opener} onClick={() => setChanging(true)}>
            Change all rows…
          </Button>
        )}
      </div>
      {isChanging && (
        <ChangeAll
          prices={prices}
          rest={rest}
          first={first}
          onChange={(changed, changedRest) => {
            onChange(changed, changedRest)
            close()
          }}
          onCancel={close}
        />
      )}
    </div>
  )
}

interface RowActs extends Pick<PriceTableProps, 'prices' | 'onChange'> {
  readonly list: RefObject<HTMLOListElement | null>
}

/** The acts of a row, the same for all draws: a row is drawn anew only when it changes. */
function useRowActs({ prices, onChange, list }: RowActs) {
  const latest = useRef({ prices, onChange })
  latest.current = { prices, onChange }
  const [acts] = useState(() => {
    const placeOf = (key: string) => latest.current.prices.findIndex((price) => price.key === key)
    const replace = (key: string, becomes: (price: PriceDraft) => readonly PriceDraft[]) => {
      const now = latest.current
      now.onChange(now.prices.flatMap((price) => (price.key === key ? becomes(price) : [price])))
    }
    return {
      change: (key: string, changed: Partial<PriceDraft>) =>
        replace(key, (price) => [{ ...price, ...changed }]),
      duplicate: (key: string) => {
        replace(key, (price) => [price, newPrice(price)])
        focusRow(list.current, placeOf(key) + 1)
      },
      remove: (key: string) => {
        const at = placeOf(key)
        replace(key, () => [])
        focusRow(list.current, Math.min(at, latest.current.prices.length - 2))
      },
    }
  })
  return acts
}

function toldOf(
  overlaps: readonly Overlap[],
  { at, ...named }: { readonly at: number; readonly prices: readonly PriceDraft[]; readonly first: number },
): string | undefined {
  const overlap = overlaps.find(({ other }) => other === at)
  return overlap && tellOverlap(overlap, named)
}

function takenOf(
  overlaps: readonly Overlap[],
  { at, price }: { readonly at: number; readonly price: PriceDraft },
): string {
  const overlap = overlaps.find(({ other }) => other === at)
  return overlap === undefined ? '' : yieldingCountries(overlap, price).join(',')
}

/** The button that adds the first row goes away with it, and would take the focus along. */
function useFocusOfFirst(count: number, list: RefObject<HTMLOListElement | null>): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current === 0 && count > 0) focusRow(list.current, 0)
    before.current = count
  }, [count, list])
}

/** The first field of a row, once it is drawn. */
function focusRow(list: HTMLElement | null, at: number): void {
  requestAnimationFrame(() => list?.children[at]?.querySelector('input')?.focus())
}
