import { Button } from '@mantine/core'
import { useState } from 'react'
import { Moment } from '../../../parts/value/moment.tsx'
import type { Prices } from './price-card.tsx'
import { listCountries, placesOfRow, tellPaid } from './price-words.ts'

type Version = Prices['versions'][number]

const shownAtFirst = 10

/** The prices of before, the newest first: a click is paid by those of its time. */
export function PriceVersions({ versions }: { readonly versions: Prices['versions'] }) {
  const [shownMax, setShownMax] = useState(shownAtFirst)
  return (
    <section className="card" aria-labelledby="former-prices">
      <div className="card-head wrap">
        <h2 id="former-prices" className="grow">
          Former prices
        </h2>
        <span className="sm muted">A click is paid by the prices of its time.</span>
      </div>
      {versions.length === 0 ? (
        <p className="card-body sm muted">These prices are the first. Each change will be listed here.</p>
      ) : (
        <ol className="price-versions">
          {versions.slice(0, shownMax).map((version, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else, and never move
            <li key={at}>
              <VersionRows version={version} />
            </li>
          ))}
        </ol>
      )}
      {versions.length > shownMax && (
        <div className="card-body">
          <Button onClick={() => setShownMax(versions.length)}>
            Show {versions.length - shownMax} older ones
          </Button>
        </div>
      )}
    </section>
  )
}

const rowsAtFirst = 3

function VersionRows({ version: { until, goal_name: goal, rows } }: { readonly version: Version }) {
  const row = (one: Version['rows'][number], at: number) => {
    const { where, on } = placesOfRow(one, rows.length === 1)
    return (
      <li key={at} title={listCountries(one)}>
        {where} <span className="muted">· {on}:</span> <span className="num">{tellPaid(one)}</span>
      </li>
    )
  }
  return (
    <>
      <p className="sm">
        <span className="muted">Until</span> <Moment at={until} as="moment" />
        {goal !== null && (
          <>
            {' '}
            · <bdi>{goal}</bdi>
          </>
        )}
      </p>
      <div className="sm">
        <ul>{rows.slice(0, rowsAtFirst).map(row)}</ul>
        {rows.length > rowsAtFirst && (
          <details>
            <summary>{rows.length - rowsAtFirst} more</summary>
            <ul>{rows.slice(rowsAtFirst).map(row)}</ul>
          </details>
        )}
      </div>
    </>
  )
}
