import type { DataOf } from '../../../api/operation-types.ts'
import { useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { EndpointState } from '../../callbacks/endpoint-state.tsx'

/** In the address in place of an endpoint: one that is being set up. */
export const newEndpoint = 'new'

interface EndpointChooserProps {
  readonly endpoints: DataOf<'listMyCallbackEndpoints'>
  readonly chosen: string
}

/** The endpoints of the app, and one more. */
export function EndpointChooser({ endpoints, chosen }: EndpointChooserProps) {
  const [, change] = useSearchState({ endpoint: '', state: '', event: '', q: '', open: '' })
  const mayAdd = useMayManage('developer')
  const choose = (endpoint: string) =>
    change({ endpoint, state: '', event: '', q: '', open: '' }, { isStep: true })
  return (
    <ul className="own-endpoints" aria-label="Endpoints">
      {endpoints.map(({ id, name, url, mode, state }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>
            <span className="row">
              <b className="grow">
                <bdi>{name}</bdi>
              </b>
              {mode !== 'live' && <StatusChip status={mode === 'test' ? 'Test' : 'Live and test'} />}
              <EndpointState state={state} />
            </span>
            <span className="own-endpoint-url mono xs muted">{url}</span>
          </button>
        </li>
      ))}
      {mayAdd && (
        <li>
          <button
            type="button"
            className="own-endpoint-new"
            aria-pressed={chosen === newEndpoint}
            onClick={() => choose(newEndpoint)}
          >
            <Icon name="plus" /> New endpoint
          </button>
        </li>
      )}
    </ul>
  )
}
