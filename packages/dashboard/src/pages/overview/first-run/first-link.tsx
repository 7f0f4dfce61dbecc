import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { copyText } from '../../../parts/feedback/copy-text.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'

const patienceSec = 60

interface FirstLinkProps {
  readonly isNext: boolean
  /** A further button. */
  readonly children: ReactNode
}

/** A real link of the first app, signed for a user who is chosen here. */
export function FirstLink({ isNext, children }: FirstLinkProps) {
  const [offerId, setOfferId] = useState<string>()
  const [userId, setUserId] = useState('first-user')
  const [openedSec, setOpenedSec] = useState<number>()
  const nowSec = useNowSec()
  const user = userId.trim() === '' ? 'first-user' : userId.trim()
  const query = { userId: user, ...(offerId === undefined ? {} : { offerId: Number(offerId) }) }
  const { data, error, refetch } = useOperation('getFirstLink', { query }, { everyMs: 10_000 })
  if (error && !data) return <Failure what="There is no link" error={error} onRetry={() => refetch()} />
  if (data === undefined) return <div className="first-run-link is-loading" />
  if (data.link === null) {
    return (
      <>
        <p className="sm muted">A link needs a live offer and an app of an approved publisher.</p>
        <div className="first-run-go">{children}</div>
      </>
    )
  }
  const { link } = data
  const isLate = openedSec !== undefined && nowSec - openedSec > patienceSec
  return (
    <>
      <div className="first-run-for">
        <Select
          label="Offer"
          data={data.offers.map(({ id, name }) => ({ value: id, label: name }))}
          value={data.offer_id}
          allowDeselect={false}
          searchable
          onChange={(value) => setOfferId(value ?? undefined)}
        />
        <TextInput
          label="as user"
          value={userId}
          maxLength={255}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
      </div>
      <div className="first-run-link">
        <span className="mono">{link}</span>
        <ActionIcon aria-label="Copy the link" onClick={() => void copyText(link, 'The link is copied.')}>
          <Icon name="copy" />
        </ActionIcon>
      </div>
      <div className="first-run-go">
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          variant={isNext ? 'filled' : 'default'}
          onClick={() => setOpenedSec(nowSec)}
        >
          Open the link
        </Button>
        {children}
      </div>
      {isLate && (
        <p className="sm" role="status">
          Nothing yet. Is this address reachable from where you opened it?
        </p>
      )}
    </>
  )
}
