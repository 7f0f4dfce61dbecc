import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { usePages } from '../../../api/use-pages.ts'
import { formatMany } from '../../../format/format-number.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { explain } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Moment } from '../../../parts/value/moment.tsx'

type Source = DataOf<'getSource'>
type SeenLink = RowOf<'listSourceLinks'>

const verdictWords: Readonly<Record<SeenLink['verdict'], string>> = {
  dead: 'Dead',
  wrong_store: 'Wrong store',
  wrong_country: 'Wrong country',
  lost_click: 'Click id lost',
  unknown: 'Not certain',
  works: 'Works',
}

interface SourceLinksProps {
  readonly source: Source
  readonly mayChange: boolean
}

const pageSize = 20

/** Links that were followed, the ones that need somebody first; nothing where none are looked at and none were. */
export function SourceLinks({ source, mayChange }: SourceLinksProps) {
  const { links, link_check_daily: daily } = source
  const looked = Object.values(links).reduce((sum, one) => sum + one, 0)
  if (daily === 0 && looked === 0) return null
  return <Seen source={source} mayChange={mayChange} looked={looked} />
}

function Seen({ source, mayChange, looked }: SourceLinksProps & { readonly looked: number }) {
  const { links, link_check_daily: daily } = source
  const [verdict, setVerdict] = useState<string>(links.dead > 0 ? 'dead' : '')
  const query = { limit: pageSize, ...(verdict === '' ? {} : { verdict }) }
  const { total: _total, ...list } = usePages('listSourceLinks', { path: { sourceId: source.id }, query })
  const dead = list.rows?.filter((one) => one.verdict === 'dead' && one.is_shown) ?? []
  const choices = Object.entries(verdictWords).map(([value, word]) => {
    return { value, label: `${word} (${links[value as SeenLink['verdict']]})` } // its own names
  })
  return (
    <section className="card" aria-labelledby="links">
      <div className="card-head wrap">
        <h2 id="links" className="grow">
          Links
        </h2>
        <NativeSelect
          aria-label="Links of which this was seen"
          value={verdict}
          data={[{ value: '', label: `All (${looked})` }, ...choices]}
          onChange={(event) => setVerdict(event.currentTarget.value)}
        />
        {mayChange && dead.length > 0 && <PauseDead dead={dead} />}
      </div>
      <p className="muted xs source-links-note">
        {daily === 0
          ? 'No more links are looked at.'
          : `${formatMany(daily, 'link')} a day, each by one visit.`}{' '}
        It was seen from this server, whose country may differ from that of your users. Nothing is paused by
        itself.
      </p>
      <DataTable
        {...list}
        caption="Links"
        columns={mayChange ? [...columns, lookColumn(source.id)] : columns}
        keyOf={(one) => one.external_id}
        empty={
          <EmptyState icon="check" title="No such link">
            {looked === 0 ? 'The first one is looked at within minutes.' : 'None was seen so lately.'}
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: readonly Column<SeenLink>[] = [
  {
    name: 'name',
    head: 'Offer',
    card: 'main',
    cell: ({ offer_id: id, name }) => (
      <Link className="row-link" to={`/ops/offers/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    name: 'verdict',
    head: 'Seen',
    card: 'status',
    cell: ({ verdict, is_shown: isShown }) => `${verdictWords[verdict]}${isShown ? '' : ' · paused'}`,
  },
  { name: 'message', head: 'Why', cell: ({ message }) => <span className="muted">{message}</span> },
  { name: 'at', head: 'Looked at', cell: ({ looked_at: at }) => <Moment at={at} /> },
]

function lookColumn(sourceId: string): Column<SeenLink> {
  return { name: 'look', head: 'Again', cell: (one) => <LookAgain sourceId={sourceId} link={one} /> }
}

function LookAgain({ sourceId, link }: { readonly sourceId: string; readonly link: SeenLink }) {
  const look = useChange('lookAtSourceLink', { renews: ['listSourceLinks', 'getSource', 'listNeeds'] })
  const act = async () => {
    const body = { externalId: link.external_id }
    const { data } = await look.mutateAsync({ path: { sourceId }, body })
    toast(data.message)
  }
  return (
    <Button
      size="compact-sm"
      loading={look.isPending}
      aria-label={`Look again at the link of ${link.name}`}
      onClick={() => act().catch((error) => toast(`Not looked at: ${explain(error)}`))}
    >
      Look again
    </Button>
  )
}

/** Those of the page that are shown to users, one after the other. */
function PauseDead({ dead }: { readonly dead: readonly SeenLink[] }) {
  const pause = useChange('pauseOffer')
  return (
    <ConfirmButton
      verb={`Pause ${formatMany(dead.length, 'offer')}`}
      isDestructive
      onConfirm={async () => {
        for (const { offer_id: offerId } of dead) await pause.mutateAsync({ path: { offerId } })
        toast(`${formatMany(dead.length, 'offer')} ${dead.length === 1 ? 'is' : 'are'} paused.`)
      }}
    >
      <p>
        Users see {dead.length === 1 ? 'it' : 'them'} no more, and no run of the source resumes{' '}
        {dead.length === 1 ? 'it' : 'them'}: you do, on the page of the offer.
      </p>
      <ul>
        {dead.map(({ external_id: id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </ConfirmButton>
  )
}
