import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { formatMoment } from '../../../format/format-time.ts'
import { Icon, type IconName } from '../../../parts/value/icon.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { linkTo } from '../../offers/many/link-to.ts'
import { type RunEffect, tellEffects, tellRun } from '../tell-run.ts'
import { ConnectPostback } from '../one/connect-postback.tsx'
import { DecideRun } from './decide-run.tsx'
import { UndoRun } from './undo-run.tsx'

type Run = DataOf<'getSourceRun'>

interface RunRailProps {
  readonly run: Run
  readonly source: DataOf<'getSource'> | undefined
  readonly mayChange: boolean
}

const heads: Readonly<Record<Run['state'], string>> = {
  running: 'It is under way',
  waiting: 'If it counts',
  applied: 'It counts',
  same: 'Nothing was new',
  failed: 'It failed',
  replaced: 'It was left aside',
  undone: 'It was taken back',
}

const icons: Readonly<Record<RunEffect['name'], IconName>> = {
  new: 'plus',
  changed: 'replay',
  ended: 'pause',
  missing: 'clock',
  forbidden: 'block',
  not_approved: 'key',
  held: 'bang',
}

/** The effect in sentences, and the one thing to do. */
export function RunRail({ run, source, mayChange }: RunRailProps) {
  const { state } = run
  const hasEffects = state === 'waiting' || state === 'applied' || state === 'undone'
  const effects = hasEffects ? tellEffects(run.counts, { isPast: state !== 'waiting' }) : []
  return (
    <section className="card source-rail" aria-labelledby="effect">
      <div className="card-head">
        <h2 id="effect">{heads[state]}</h2>
      </div>
      <div className="run-why">
        <Why run={run} />
      </div>
      {effects.length > 0 && (
        <ul className="source-effects">
          {effects.map(({ name, strong, text }) => (
            <li key={name} data-effect={name}>
              <Icon name={icons[name]} />
              <p>
                <b>{strong}</b> {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {state === 'applied' && source !== undefined && <Onward source={source} mayChange={mayChange} />}
      {mayChange && state === 'waiting' && <DecideRun run={run} />}
      {mayChange && run.is_undoable && state === 'applied' && <UndoRun run={run} source={source} />}
      {!mayChange && state === 'waiting' && (
        <p className="source-go muted sm">An operator decides whether it counts.</p>
      )}
    </section>
  )
}

/** Where the offers are now, and where their conversions come from. */
function Onward({
  source,
  mayChange,
}: Pick<RunRailProps, 'mayChange'> & { readonly source: DataOf<'getSource'> }) {
  const { network_id: networkId, postback } = source
  const isToConnect = mayChange && postback.can_be_connected && postback.state !== 'installed'
  return (
    <div className="run-onward sm">
      {isToConnect && <ConnectPostback source={source} />}
      <Link to={linkTo('/ops/offers', { networkId })}>Offers of the network</Link>
      <Link to={linkTo(`/ops/networks/${networkId}`, { tab: 'address' })}>Its address for postbacks</Link>
    </div>
  )
}

/** Why it waits, who decided, when. */
function Why({ run }: { readonly run: Run }) {
  const nowSec = useNowSec()
  const at = run.undone_at ?? run.applied_at
  return (
    <>
      <p>
        {tellRun(run) || (run.state === 'applied' ? 'It was within bounds and counts without a person.' : '')}
      </p>
      {at !== null && (
        <p className="muted xs num">
          {run.state === 'undone' ? 'Taken back' : 'Applied'} {formatMoment(at, nowSec)}
        </p>
      )}
      {run.state === 'replaced' && (
        <p className="muted sm">
          The newest is on the page of <Link to={`/ops/sources/${run.source_id}`}>the source</Link>.
        </p>
      )}
    </>
  )
}
