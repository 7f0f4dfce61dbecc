import { Button } from '@mantine/core'
import { editFields } from '@quoin/core/offers/edit/edit-fields.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { UndoEdit } from './made-edit.tsx'
import { ShownOffers } from './shown-changes.tsx'

const shownMax = 500

/** An edit of many offers: who made it, what it changed of each, and its undo. */
export function OfferEditPage() {
  const { editId = '' } = useParams({ strict: false })
  const [limit, setLimit] = useState(50)
  const { data, error, refetch } = useOperation('getOfferEdit', { path: { editId }, query: { limit } })
  const crumbs = [{ to: '/ops/offers', text: 'Offers' }]
  if (data === undefined)
    return (
      <>
        <PageHeader title="Changed offers" crumbs={crumbs} />
        <section className="card card-body edit-ghost" aria-busy={error === null}>
          {error !== null && <Failure what="The edit could not be loaded" error={error} onRetry={refetch} />}
        </section>
      </>
    )
  const { edit, offers } = data
  return (
    <>
      <PageHeader title={`Changed ${formatMany(edit.changed, 'offer')}`} crumbs={crumbs}>
        By <bdi>{edit.who}</bdi>, <Moment at={edit.made_at} as="moment" />
        {edit.network !== null && (
          <>
            , of <bdi>{edit.network}</bdi>
          </>
        )}
        . {edit.changes.map(({ field, told }) => `${editFields[field].label}: ${told}`).join('; ')}.
      </PageHeader>
      <section className="card">
        <div className="card-head wrap">
          <h2 className="grow">Before and after</h2>
          <UndoEdit edit={edit} />
        </div>
        <ShownOffers offers={offers} label="Changed offers" />
        {edit.changed > offers.length && (
          <div className="table-more">
            {limit < shownMax && (
              <Button onClick={() => setLimit(Math.min(shownMax, limit + 150))}>Show more</Button>
            )}
            <span className="faint xs">
              {formatCount(offers.length)} of {formatCount(edit.changed)} are shown
            </span>
          </div>
        )}
      </section>
    </>
  )
}
