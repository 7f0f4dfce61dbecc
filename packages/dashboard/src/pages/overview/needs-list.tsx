import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Icon, type IconName } from '../../parts/value/icon.tsx'

const icons: Readonly<Record<string, IconName>> = {
  secret_leaked: 'key',
  network_silent: 'mute',
  endpoint_dead: 'callback',
  callbacks_failing: 'callback',
  postbacks_refused: 'network',
  margin_low: 'money',
  callbacks_late: 'callback',
  statistics_late: 'stats',
  standby_missing: 'server',
  disk_low: 'server',
  disk_filling: 'server',
  spool_waiting: 'clock',
  spool_full: 'server',
  work_late: 'clock',
  clock_doubted: 'server',
  review_waiting: 'shield',
  tickets_waiting: 'question',
  publisher_waiting: 'publisher',
  rates_late: 'clock',
  source_failing: 'source',
  source_waiting: 'source',
  postback_gone: 'network',
  links_dead: 'source',
  caps_reached: 'block',
}
const tones = { broken: 'danger', warning: 'warning', waiting: 'warning' } as const
const shownMax = 6

/** Causes, worst first, each with the one thing to do. Only the first is filled. */
export function NeedsList() {
  const { data, error, refetch } = useOperation('listNeeds', {}, { everyMs: 30_000 })
  return (
    <section className="card needs" aria-labelledby="needs">
      <div className="card-head">
        <h2 id="needs" className="grow">
          Needs you
        </h2>
        <span className="xs muted">most harm first</span>
      </div>
      {error && !data && (
        <Failure what="The list of open tasks could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && (
        <p className="needs-quiet">
          <Icon name="check" />
          All quiet.
        </p>
      )}
      <ul>
        {data?.slice(0, shownMax).map(({ cause, rule, severity, title, sentence, link, action }, index) => (
          <li key={cause}>
            <span className={`need-icon ${tones[severity]}`}>
              <Icon name={icons[rule] ?? 'bang'} />
            </span>
            <h3>{title}</h3>
            <Button
              component={Link}
              to={link}
              size="xs"
              variant={index === 0 ? 'filled' : 'subtle'}
              className="need-action"
            >
              {action}
            </Button>
            <p>{sentence}</p>
          </li>
        ))}
      </ul>
      {data && data.length > shownMax && (
        <p className="needs-more">
          <Link to="/ops/alerts">{data.length - shownMax} more</Link>
        </p>
      )}
    </section>
  )
}
