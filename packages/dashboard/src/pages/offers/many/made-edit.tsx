import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { formatMoment } from '../../../format/format-time.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import './edit-offers.css'

type OfferEdit = DataOf<'getOfferEdit'>['edit']

interface MadeEditProps {
  readonly editId: string
  readonly onClose: () => void
}

/** An edit that was just made, and its undo. */
export function MadeEdit({ editId, onClose }: MadeEditProps) {
  const { data, error } = useOperation('getOfferEdit', { path: { editId }, query: { limit: 1 } })
  if (error !== null && data === undefined)
    return <Failure what="The edit could not be loaded" error={error} />
  if (data === undefined) return null
  const { edit } = data
  return (
    <section className="edit-made" aria-label="The last edit">
      <Icon name="check" />
      <span className="grow sm">
        <b>{formatMany(edit.changed, 'offer')} changed</b>
        {edit.same > 0 && `, ${formatCount(edit.same)} ${edit.same === 1 ? 'was' : 'were'} so already`}
        {edit.cannot > 0 && `, ${formatCount(edit.cannot)} ${edit.cannot === 1 ? 'was' : 'were'} left`}.{' '}
        <Link className="text-link" to={`/ops/offers/edits/${edit.id}`}>
          See the changes
        </Link>
      </span>
      <UndoEdit edit={edit} />
      <ActionIcon aria-label="Close this message" onClick={onClose}>
        <Icon name="cross" />
      </ActionIcon>
    </section>
  )
}

/** Takes an edit back, once and within a day; then the outcome stands in its place. */
export function UndoEdit({ edit }: { readonly edit: OfferEdit }) {
  const undo = useChange('undoOfferEdit')
  const [told, setTold] = useState<string>()
  const nowSec = useNowSec()
  const mayChange = useMayAct('operator')
  if (told !== undefined) return <span role="status">{told}</span>
  if (edit.undone_at !== null)
    return (
      <span className="sm">
        Taken back {formatMoment(edit.undone_at, nowSec)}: {formatCount(edit.put_back ?? 0)} put back
        {(edit.stayed ?? 0) > 0 && `, ${formatCount(edit.stayed ?? 0)} changed since and left`}.
      </span>
    )
  if (!mayChange || !edit.undoable) return null
  return (
    <>
      {undo.error !== null && <Failure what="Nothing was taken back" error={undo.error} />}
      <span className="sm">until {formatMoment(edit.undo_until, nowSec)}</span>
      <Button
        loading={undo.isPending}
        onClick={() =>
          undo
            .mutateAsync({ path: { editId: edit.id } })
            .then(({ data }) => setTold(data.told))
            .catch(() => undefined)
        }
      >
        Undo all {formatCount(edit.changed)}
      </Button>
    </>
  )
}
