import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { linkTo } from '../../offers/many/link-to.ts'
import { ConnectPostback } from './connect-postback.tsx'
import './source-attention.css'

type Source = DataOf<'getSource'>

interface SourcePostbackProps {
  readonly source: Source
  readonly mayChange: boolean
}

const titles: Readonly<Record<Source['postback']['state'], string>> = {
  none: 'The postback is not connected by the API',
  installed: 'The postback is connected',
  missing: 'The postback is gone',
  differs: 'The postback was changed at the network',
}

/** Whether the network reports conversions here, as its API tells; nothing where a person pastes the address there. */
export function SourcePostback({ source, mayChange }: SourcePostbackProps) {
  const { state, message, can_be_connected: canBe, checked_at: at } = source.postback
  if (!canBe) return null
  const isGone = state === 'missing' || state === 'differs'
  return (
    <section
      className="card source-attention"
      {...(isGone && { 'data-tone': 'danger' })}
      aria-labelledby="postback"
    >
      <div className="source-attention-head">
        <span className="source-attention-icon">
          <Icon name={isGone ? 'bang' : state === 'installed' ? 'check' : 'network'} />
        </span>
        <div className="source-attention-text stack">
          <div>
            <h2 id="postback">{titles[state]}</h2>
            <p className="muted">
              {message ??
                'The network’s API lets this server set up its own address there, once for all offers.'}{' '}
              {isGone && 'Conversions may be lost until it is connected again. '}
              {at !== null && (
                <>
                  Looked at <Moment at={at} />; once a day by itself.
                </>
              )}
            </p>
          </div>
          {mayChange && state !== 'installed' && <ConnectPostback source={source} />}
          {state === 'none' && (
            <>
              <p className="muted xs">
                An address that you have pasted there yourself is found, and none is added.
              </p>
              <Link className="sm" to={linkTo(`/ops/networks/${source.network_id}`, { tab: 'address' })}>
                Its address, to paste it by hand
              </Link>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
