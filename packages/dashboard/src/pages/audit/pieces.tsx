import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { formatMoment } from '../../format/format-time.ts'
import { useNowSec } from '../../parts/value/moment.tsx'

export type Change = RowOf<'listAudit'>
type Piece = Change['sentence'][number]

/** A sentence of the server: things lead to their pages, moments are of the viewer's zone. */
export function Pieces({ of }: { readonly of: readonly Piece[] }) {
  const nowSec = useNowSec()
  return of.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence keeps its order
    <PieceText key={index} piece={piece} nowSec={nowSec} />
  ))
}

function PieceText({ piece: { as, text, link, at }, nowSec }: { piece: Piece; nowSec: number }) {
  if (as === 'strong')
    return (
      <strong>
        <bdi>{text}</bdi>
      </strong>
    )
  if (as === 'moment' && at !== null)
    return (
      <time className="num" dateTime={new Date(at * 1000).toISOString()} title={text}>
        {formatMoment(at, nowSec)}
      </time>
    )
  if (as !== 'thing') return text
  if (link === null)
    return (
      <b>
        <bdi>{text}</bdi>
      </b>
    )
  const [to = '', search] = link.split('?')
  return (
    <Link
      to={to}
      {...(search === undefined ? {} : { search: Object.fromEntries(new URLSearchParams(search)) })}
    >
      <bdi>{text}</bdi>
    </Link>
  )
}
