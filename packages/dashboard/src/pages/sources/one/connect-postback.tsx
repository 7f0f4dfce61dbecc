import { Button } from '@mantine/core'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Icon } from '../../../parts/value/icon.tsx'

/** Sets up the postback at the network by its API; once more changes nothing. */
export function ConnectPostback({ source }: { readonly source: DataOf<'getSource'> }) {
  const connect = useChange('connectSourcePostback')
  const wasThere = source.postback.state !== 'none'
  const act = async () => {
    await connect.mutateAsync({ path: { sourceId: source.id }, body: {} })
    toast('The network reports its conversions to this server.')
  }
  return (
    <div className="stack">
      <div>
        <Button
          leftSection={<Icon name="network" />}
          loading={connect.isPending}
          onClick={() => act().catch(() => undefined)}
        >
          {wasThere ? 'Connect it again' : 'Connect the postback'}
        </Button>
      </div>
      {connect.error !== null && (
        <Failure what="The postback is not connected" error={connect.error} isChange />
      )}
    </div>
  )
}
