import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { PromotionDialog } from './promotion-dialog.tsx'
import { PromotionTable } from './promotion-table.tsx'

/** Times in which users of an app get more. */
export function PromotionsTab() {
  const { data, error, refetch } = useOperation('listPromotions', {})
  const [isAdding, setAdding] = useState(false)
  const mayAct = useMayAct('operator')
  const end = useChange('endPromotion')
  return (
    <section className="card" aria-label="Promotions">
      <div className="card-head">
        <h2 className="grow">Promotions</h2>
        {mayAct && <Button onClick={() => setAdding(true)}>Add a promotion</Button>}
      </div>
      <PromotionTable
        namesApp
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        onEnd={mayAct ? (id) => end.mutateAsync({ path: { promotionId: id } }) : undefined}
      />
      {isAdding && <AddPromotion onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddPromotion({ onClose }: { readonly onClose: () => void }) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  const { mutateAsync, isPending, error } = useChange('addPromotion')
  const [appId, setAppId] = useState<string | null>(null)
  return (
    <PromotionDialog
      onAdd={(promotion) => mutateAsync({ body: { ...promotion, appId: Number(appId) } })}
      onClose={onClose}
      isPending={isPending}
      error={error}
      isIncomplete={appId === null}
    >
      <Select
        label="App"
        required
        searchable
        data={apps.map((app) => ({ value: app.id, label: app.name }))}
        value={appId}
        onChange={setAppId}
      />
    </PromotionDialog>
  )
}
