import { Button } from '@mantine/core'
import { useChange } from '../../../api/use-change.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { Money } from '../../../parts/value/money.tsx'
import type { Learned, LearningData } from './learning.ts'

/** The decision that a person has to make, in one sentence, with the buttons that decide it. */
export function Verdict({ learning }: { readonly learning: LearningData }) {
  const { learned, active } = learning
  return (
    <>
      {active.by_old_rule && <OldRule version={active.version} />}
      <section className="learning-verdict" aria-label="Learning">
        <div>
          <Sentence learning={learning} />
        </div>
        <Deeds learning={learning} />
      </section>
      {learned && <Facts learned={learned} />}
    </>
  )
}

function Sentence({ learning }: { readonly learning: LearningData }) {
  const { learned, active, labels_now: labels, last_ran_at: lastRanAt, mode } = learning
  if (learned) {
    const waits = learned.state === 'candidate'
    return (
      <>
        <span className={`chip ${waits ? 'info' : 'danger'}`}>{waits ? 'New' : 'Refused'}</span>
        <h2>{effectOf(learned)}</h2>
        <p className="muted">
          <b>{learned.judgement.sentence}</b> {waits && waitWords[mode]}
        </p>
      </>
    )
  }
  const since = active.taken_at !== null && (
    <>
      {' '}
      <bdi>{active.taken_by?.replace(/^\w+:/, '')}</bdi> took them <Moment at={active.taken_at} />.
    </>
  )
  return (
    <>
      <h2>Nothing waits for you.</h2>
      <p className="muted">
        Weights <code>{active.version}</code> are in use.{since}{' '}
        {labels
          ? `Learning needs ${formatCount(labels.needed)} frauds and as many honest users whose outcome is known. So far there are ${formatCount(labels.frauds)} and ${formatCount(labels.honest)}.`
          : lastRanAt === null && mode !== 'off'
            ? 'The first night of learning is still to come.'
            : ''}
      </p>
    </>
  )
}

const waitWords = {
  propose: 'Nothing changes until you take them.',
  auto: 'They come into use by themselves when their time in the shadow is over and they still pass the gate.',
  off: 'Learning is off now. You may still take them.',
} as const

/** In users whom people had decided on, as nobody counts in AUC. */
function effectOf({ judgement: { refused, confirmed, auc } }: Learned): string {
  if (auc === null) return 'New weights were learned. Nobody can tell yet whether they are better.'
  const found = refused.candidate - refused.current
  const stopped = confirmed.candidate - confirmed.current
  const of = `of the ${formatMany(refused.users, 'user')} that people refused`
  const finds =
    found === 0
      ? `find as many ${of}`
      : `find ${formatCount(Math.abs(found))} ${found > 0 ? 'more' : 'fewer'} ${of}`
  const stops =
    stopped === 0
      ? 'stop as many that people confirmed'
      : `stop ${formatCount(Math.abs(stopped))} ${stopped > 0 ? 'more' : 'fewer'} that people confirmed`
  return `The new weights ${finds}, and ${stops}.`
}

function Deeds({ learning: { learned, active } }: { readonly learning: LearningData }) {
  const mayAct = useMayAct('operator')
  const activate = useChange('activateRiskWeights')
  const leave = useChange('leaveRiskWeights')
  if (!mayAct) return null
  const use = async (version: string, done: string) => {
    await activate.mutateAsync({ path: { version } })
    toast(done)
  }
  const error = activate.error ?? leave.error
  return (
    <div className="learning-deeds">
      {error !== null && <Failure what="It was not done" error={error} />}
      {learned?.state === 'candidate' ? (
        <>
          <Button
            loading={leave.isPending}
            onClick={() =>
              leave
                .mutateAsync({ path: { version: learned.version } })
                .then(() => toast('They were left.'))
                .catch(() => undefined)
            }
          >
            Leave them
          </Button>
          <Button
            variant="filled"
            loading={activate.isPending}
            onClick={() => use(learned.version, 'The new weights are in use.').catch(() => undefined)}
          >
            Take the new weights
          </Button>
        </>
      ) : (
        active.before !== null && (
          <Button
            loading={activate.isPending}
            onClick={() =>
              use(active.before ?? 'shipped', `Weights ${active.before} are in use again.`).catch(
                () => undefined,
              )
            }
          >
            Take back
          </Button>
        )
      )}
    </div>
  )
}

function OldRule({ version }: { readonly version: string }) {
  const mayAct = useMayAct('operator')
  const activate = useChange('activateRiskWeights')
  return (
    <section className="card pad learning-old" aria-label="Weights of an older rule">
      <p>
        <b>
          Weights <code>{version}</code> were learned by an older rule
        </b>{' '}
        that took one lost conversion for fraud. The shipped weights are likely better. Nothing is switched by
        itself.
      </p>
      {mayAct && (
        <Button
          loading={activate.isPending}
          onClick={() =>
            activate
              .mutateAsync({ path: { version: 'shipped' } })
              .then(() => toast('The shipped weights are in use.'))
              .catch(() => undefined)
          }
        >
          Go back to the shipped weights
        </Button>
      )}
      {activate.error !== null && <Failure what="They were not put into use" error={activate.error} />}
    </section>
  )
}

function Facts({ learned: { labels, untold, moves } }: { readonly learned: Learned }) {
  const users = labels.reduce((sum, one) => sum + one.users, 0)
  return (
    <dl className="learning-facts card">
      <div>
        <dt>Learned from</dt>
        <dd>{formatMany(users, 'user')}</dd>
        <dd>{formatCount(untold)} say nothing yet</dd>
      </div>
      <div>
        <dt>Would move to another band</dt>
        <dd>
          {formatCount(moves.rising + moves.falling)} of {formatCount(moves.users)}
        </dd>
        <dd>
          {formatCount(moves.rising)} up, {formatCount(moves.falling)} down
        </dd>
      </div>
      <div>
        <dt>Cross 85</dt>
        <dd>
          {formatCount(moves.cross_up)} up, {formatCount(moves.cross_down)} down
        </dd>
        <dd>of those who earned within {moves.days} days</dd>
      </div>
      <div>
        <dt>Money of these that waits</dt>
        <dd>
          <Money amount={moves.cross_held} />
        </dd>
        <dd>stays as it is: decide in Review</dd>
      </div>
    </dl>
  )
}
