import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { callOperation } from '../../api/client.ts'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { asSentence, type Evidence, reasonSentence } from './review-words.ts'

interface BlockUserProps {
  readonly evidence: Evidence
  readonly onClose: () => void
  /** They are blocked, and the case is to be refused, with the same reason. */
  readonly onRefuse: (note: string) => void
}

type Entry = DataOf<'getUser'>['lists'][number]

const renews = ['getUser', 'listListEntries', 'getReview', 'listAudit'] as const

/** Puts the user of the case on the block list of their app; Enter does it. */
export function BlockUser({ evidence, onClose, onRefuse }: BlockUserProps) {
  const { app_id: appId, app, user_id: userId, reason: why, reasons } = evidence
  const [reason, setReason] = useState(() => asSentence(reasons[0]?.detail || reasonSentence(why)))
  const [refuses, setRefuses] = useState(true)
  const question = { path: { appId }, query: { userId } }
  const user = useOperation('getUser', question).data
  const before = user?.lists[0]
  const list = useChange('listUser', { renews })
  const remove = useChange('removeListEntry', { renews })
  const add = useChange('addListEntry', { renews })
  const undoOf = (entryId: string, entry: Entry | undefined) => () => {
    if (entry === undefined) return remove.mutateAsync({ path: { entryId } })
    const { action, reason: known, expires_at: expiresAt } = entry
    const own = { kind: 'user', value: userId, appId: Number(appId) }
    return add.mutateAsync({ body: { ...own, action, reason: known, expiresAt } })
  }
  const block = async (event: FormEvent) => {
    event.preventDefault()
    // Enter may come before the answer about the lists that they are on.
    const known = user ?? (await callOperation('getUser', question)).data
    const body = { userId, action: 'block', reason: reason.trim() }
    const { data } = await list.mutateAsync({ path: { appId }, body })
    toast(`${userId} is blocked.`, { undo: undoOf(data.id, known.lists[0]) })
    onClose()
    if (refuses) onRefuse(reason.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Block ${userId}`}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="stack" onSubmit={(event) => block(event).catch(() => undefined)}>
        <p>
          <bdi>{userId}</bdi> sees no offers of <bdi>{app}</bdi> any more, and their conversions are held.
          Paid rewards stay.
        </p>
        {before && before.action !== 'block' && (
          <p className="sm muted">
            They are on the list “{before.action}” now: {before.reason}
          </p>
        )}
        {before?.action === 'block' && <p className="sm muted">They are blocked already: {before.reason}</p>}
        <TextInput
          label="Why"
          description="It is kept with your name."
          required
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <Checkbox
          label="Refuse this case as well"
          checked={refuses}
          onChange={(event) => setRefuses(event.currentTarget.checked)}
        />
        {list.error !== null && <Failure what="They were not blocked" error={list.error} />}
        <div className="row">
          <Button
            type="submit"
            variant="filled"
            color="danger"
            loading={list.isPending}
            disabled={reason.trim() === ''}
          >
            Block the user
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
