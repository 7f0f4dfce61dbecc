import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'

type Publisher = DataOf<'getPublisher'>

/** Money that the publisher earned, is owed and was paid. */
export function PublisherOverview({ publisher }: { readonly publisher: Publisher }) {
  const money = useOperation('getPublisherMoney', { path: { publisherId: publisher.id } })
  const mayChange = useMayAct('operator')
  const { clicks, earned, reversal_share, apps, created_at, last_seen_at } = publisher
  return (
    <div className="publisher-overview">
      <section className="card" aria-labelledby="publisher-money">
        <div className="card-head">
          <h2 id="publisher-money" className="grow">
            Money
          </h2>
          <Link to="/ops/money" className="sm">
            Balances
          </Link>
        </div>
        <div className="card-body">
          {money.error && !money.data && (
            <Failure what="The ledger was not read" error={money.error} onRetry={() => money.refetch()} />
          )}
          <dl className="facts">
            <Fact name="Owed now">
              <Money amount={money.data?.payable} currency="USD" />
            </Fact>
            <Fact name="Paid until now">
              <Money amount={money.data?.paid} currency="USD" />
            </Fact>
            <Fact name="Earned, last 30 days">
              <Money amount={earned} currency="USD" />
            </Fact>
            <Fact name="Taken back of it">{formatShare(reversal_share)}</Fact>
          </dl>
        </div>
      </section>
      <section className="card" aria-labelledby="publisher-facts">
        <div className="card-head">
          <h2 id="publisher-facts" className="grow">
            Facts
          </h2>
          {mayChange && <RenameButton publisher={publisher} />}
        </div>
        <div className="card-body">
          <dl className="facts">
            <Fact name="Apps">{formatCount(apps)}</Fact>
            <Fact name="Clicks, last 30 days">{formatCount(clicks)}</Fact>
            <Fact name="Last seen">{last_seen_at === null ? 'never' : <Moment at={last_seen_at} />}</Fact>
            <Fact name="Here since">
              <Moment at={created_at} as="moment" />
            </Fact>
          </dl>
        </div>
      </section>
    </div>
  )
}

function RenameButton({ publisher }: { readonly publisher: Publisher }) {
  const [name, setName] = useState(publisher.name)
  const rename = useChange('updatePublisher')
  return (
    <ConfirmButton
      verb="Rename"
      button={{ size: 'xs' }}
      isIncomplete={name.trim() === ''}
      onConfirm={async () => {
        await rename.mutateAsync({ path: { publisherId: publisher.id }, body: { name: name.trim() } })
        toast(`It is ${name.trim()} now.`)
      }}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmButton>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
