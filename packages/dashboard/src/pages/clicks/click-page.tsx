import { Button } from '@mantine/core'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { PageHeader, useDocumentTitle } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { ClickRail } from './click-rail.tsx'
import { ClickSteps } from './click-steps.tsx'
import { type Story, userPath } from './click-story.ts'
import { type HeldDecisions, useHeldDecisions } from '../review/use-held-decisions.ts'
import { decisionWords } from '../decisions/decision-words.ts'
import { DecideClick } from './decide-click.tsx'
import './click-page.css'

/** Was it paid, and why not: the answer, then every step. */
export function ClickPage() {
  const { clickId = '' } = useParams({ strict: false })
  const [{ do: panel }, change] = useSearchState({ do: '' })
  const open = (next: string) => change({ do: next }, { isStep: true })
  // Held by the page, so that a panel that is closed neither sends a decision nor loses its Undo.
  const [problem, setProblem] = useState('')
  const held = useHeldDecisions(setProblem, () => undefined)
  const {
    data: story,
    error,
    refetch,
  } = useOperation('getClickStory', { path: { clickId } }, { everyMs: 15_000 })
  useDocumentTitle(story ? `Click of ${story.user_id}` : 'Click')
  if (error && !story)
    return (
      <>
        <PageHeader title="Click" crumbs={[{ to: '/ops', text: 'Overview' }]} />
        <Failure what="The steps of this click could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  return (
    <article className="click-page" aria-busy={!story}>
      {!story && (
        <>
          <PageHeader title="Click" />
          <Loading what="the story of the click" />
        </>
      )}
      {story && (
        <>
          <nav className="crumbs" aria-label="Where this is">
            <Link to="/ops/search">Find</Link>
            <Icon name="right" size={12} />
            {story.app ? (
              <Link to={userPath(story)}>
                <bdi>{story.user_id}</bdi>
              </Link>
            ) : (
              <bdi>{story.user_id}</bdi>
            )}
            <Icon name="right" size={12} />
            <span>Click</span>
          </nav>
          <Verdict story={story} onOpen={open} />
          <Facts story={story} />
          <div className={panel === '' ? 'click-columns' : 'click-columns has-panel'}>
            <ClickSteps story={story} />
            <ClickPanel {...{ story, panel, held, problem }} onClose={() => change({ do: '' })} />
          </div>
        </>
      )}
    </article>
  )
}

interface ClickPanelProps {
  readonly story: Story
  /** The panel that the address opens; the rail unless it names one. */
  readonly panel: string
  readonly held: HeldDecisions
  readonly problem: string
  readonly onClose: () => void
}

function ClickPanel({ story, panel, held, problem, onClose }: ClickPanelProps) {
  const mayReview = useMayAct('reviewer')
  const conversion = decidable(story)
  if (panel === 'answer') return <AnswerPanel answer={story.answer} onClose={onClose} />
  if (panel === 'decide' && mayReview && conversion)
    return <DecideClick key={conversion.version} {...{ story, conversion, held, problem, onClose }} />
  return <ClickRail story={story} />
}

function Verdict({ story, onOpen }: { readonly story: Story; readonly onOpen: (panel: string) => void }) {
  const { state, sentence, detail } = story.verdict
  const mayReview = useMayAct('reviewer')
  const decision = decidable(story)?.decisions[0]
  return (
    <header className="verdict">
      <div className="grow">
        <StatusOf word={state} />
        <h1>{sentence}</h1>
        {detail && <p className="muted">{detail}</p>}
      </div>
      <div className="row">
        {mayReview && decision !== undefined && (
          <Button onClick={() => onOpen('decide')}>
            {decision === 'confirm' ? 'Decide' : decisionWords[decision].title}…
          </Button>
        )}
        <Button leftSection={<Icon name="copy" />} onClick={() => onOpen('answer')}>
          Copy answer…
        </Button>
      </div>
    </header>
  )
}

/** The conversion that a person may decide about: one that waits before one that was decided. */
function decidable({ conversions }: Story): Story['conversions'][number] | undefined {
  const open = conversions.filter(({ decisions }) => decisions.length > 0)
  return open.find(({ decisions }) => decisions.includes('confirm')) ?? open[0]
}

function Facts({ story: { app, user_id, offer, network, clicked_at } }: { readonly story: Story }) {
  return (
    <dl className="click-facts">
      <div>
        <dt>User</dt>
        <dd>
          <bdi>{user_id}</bdi>
        </dd>
      </div>
      <div>
        <dt>Offer</dt>
        <dd>
          <bdi>{offer?.name ?? 'Removed'}</bdi>
        </dd>
      </div>
      <div>
        <dt>Network</dt>
        <dd>
          <bdi>{network?.name ?? '–'}</bdi>
        </dd>
      </div>
      <div>
        <dt>App</dt>
        <dd>
          <bdi>{app?.name ?? '–'}</bdi>
        </dd>
      </div>
      <div>
        <dt>Clicked</dt>
        <dd>
          <Moment at={clicked_at} as="moment" />
        </dd>
      </div>
    </dl>
  )
}
