import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { Loading } from '../../parts/feedback/loading.tsx'
import { PageHeader, useDocumentTitle } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import { ClickRail } from './click-rail.tsx'
import { ClickSteps } from './click-steps.tsx'
import { type Story, userPath } from './click-story.ts'
import './click-page.css'

/** Was it paid, and why not: the answer, then every step. */
export function ClickPage() {
  const { clickId = '' } = useParams({ strict: false })
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
        <Failure what="The story of this click could not be told" error={error} onRetry={() => refetch()} />
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
          <Verdict story={story} />
          <Facts story={story} />
          <div className="click-columns">
            <ClickSteps story={story} />
            <ClickRail story={story} />
          </div>
        </>
      )}
    </article>
  )
}

function Verdict({ story }: { readonly story: Story }) {
  const { state, sentence, detail } = story.verdict
  return (
    <header className="verdict">
      <div className="grow">
        <StatusOf word={state} />
        <h1>{sentence}</h1>
        {detail && <p className="muted">{detail}</p>}
      </div>
      <div className="row">
        <Button leftSection={<Icon name="copy" />} onClick={() => copyAnswer(story)}>
          Copy answer
        </Button>
      </div>
    </header>
  )
}

/** For the publisher who asked: without what the network pays. */
async function copyAnswer({ verdict, click_id, user_id, offer }: Story): Promise<void> {
  const about = `Click ${click_id} of user ${user_id}${offer ? ` on ${offer.name}` : ''}`
  const next = verdict.remedy === null ? '' : ` What would pay it: ${verdict.remedy}`
  await copyText(`${about}: ${verdict.sentence}${next}`, 'The answer is copied.')
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
