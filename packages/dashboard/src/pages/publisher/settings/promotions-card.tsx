import { Button } from '@mantine/core'
import { useState } from 'react'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { PromotionDialog } from '../../money/promotion-dialog.tsx'
import { PromotionTable } from '../../money/promotion-table.tsx'

/** Times in which the users of this app get more of its currency. */
export function PromotionsCard() {
  const { data, error, refetch } = useManaged('listMyPromotions')
  const [isAdding, setAdding] = useState(false)
  const mayChange = useMayManage('developer')
  const add = useManagedChange('addMyPromotion')
  const end = useManagedChange('endMyPromotion')
  return (
    <section className="card" aria-label="Promotions">
      <div className="card-head">
        <h2 className="grow">Promotions</h2>
        {mayChange && <Button onClick={() => setAdding(true)}>Add a promotion</Button>}
      </div>
      <PromotionTable
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        onEnd={mayChange ? (promotionId) => end.mutateAsync({ path: { promotionId } }) : undefined}
      />
      {isAdding && (
        <PromotionDialog
          onAdd={(promotion) => add.mutateAsync({ body: promotion })}
          onClose={() => setAdding(false)}
          isPending={add.isPending}
          error={add.error}
        />
      )}
    </section>
  )
}
