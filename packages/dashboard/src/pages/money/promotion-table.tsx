import type { RowOf } from '../../api/operation-types.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'

type Promotion = RowOf<'listPromotions'>

interface PromotionTableProps {
  /** The oldest first. */
  readonly rows: readonly Promotion[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  /** Absent where the reader may not end one. */
  readonly onEnd: ((id: string) => Promise<unknown>) | undefined
  readonly namesApp?: boolean
}

const chips = { planned: 'Scheduled', running: 'Active', over: 'Ended' } as const

/** Times in which users of an app get more, the newest first. */
export function PromotionTable({ rows, error, onRetry, onEnd, namesApp = false }: PromotionTableProps) {
  const columns: readonly Column<Promotion>[] = [
    {
      name: 'name',
      head: 'Promotion',
      card: 'main',
      cell: ({ name, id }) => <bdi>{name || `Promotion ${id}`}</bdi>,
    },
    ...(namesApp ? [{ name: 'app', head: 'App', cell: ({ app }: Promotion) => <bdi>{app}</bdi> }] : []),
    {
      name: 'state',
      head: 'State',
      card: 'status',
      cell: ({ state }) => <StatusChip status={chips[state]} />,
    },
    {
      name: 'times',
      head: 'Users get',
      isNumber: true,
      cell: ({ basis_points }) => `${basis_points / 10_000}×`,
    },
    { name: 'from', head: 'From', cell: ({ from }) => <Moment at={from} as="moment" /> },
    { name: 'to', head: 'Until', cell: ({ to }) => <Moment at={to} as="moment" /> },
    {
      name: 'deed',
      head: <span className="sr">End</span>,
      isNumber: true,
      cell: ({ id, name, state }) =>
        onEnd &&
        state !== 'over' && (
          <ConfirmButton
            verb="End the promotion"
            label="End…"
            button={{ size: 'xs' }}
            onConfirm={async () => {
              await onEnd(id)
              toast('The promotion is over.')
            }}
          >
            {name || `Promotion ${id}`} ends now. Clicks made in it keep what they were shown.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <DataTable
      caption="Promotions"
      rows={rows?.toReversed()}
      error={error}
      onRetry={onRetry}
      columns={columns}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="No promotion in the last 400 days">
          During a promotion, the users of an app get more of its currency for the same offers.
        </EmptyState>
      }
    />
  )
}
