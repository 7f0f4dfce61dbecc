import { useParams } from '@tanstack/react-router'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { PageHeader, useDocumentTitle } from '../../../parts/layout/page-header.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { StatusOf } from '../../../parts/value/status-chip.tsx'
import { ClickSteps } from '../../clicks/click-steps.tsx'
import '../../clicks/click-page.css'

const everyMs = 15_000

/** Was it paid, and why not, as the publisher may see it. */
export function OwnClickPage() {
  const { clickId = '' } = useParams({ strict: false })
  const path = { clickId }
  const { data: story, error, refetch } = useManaged('getMyClickStory', { path }, { everyMs })
  useDocumentTitle(story ? `Click of ${story.user_id}` : 'Click')
  if (!story)
    return (
      <>
        <PageHeader title="Click" />
        <Awaited what="The click could not be loaded" error={error} onRetry={refetch} />
      </>
    )
  return (
    <article className="click-page">
      <header className="verdict">
        <div className="grow">
          <StatusOf word={story.verdict.state} />
          <h1>{story.verdict.sentence}</h1>
          {story.verdict.detail && <p className="muted">{story.verdict.detail}</p>}
        </div>
      </header>
      <dl className="click-facts">
        <div>
          <dt>User</dt>
          <dd>
            <bdi>{story.user_id}</bdi>
          </dd>
        </div>
        <div>
          <dt>Offer</dt>
          <dd>
            <bdi>{story.offer?.name ?? 'Removed'}</bdi>
          </dd>
        </div>
        <div>
          <dt>App</dt>
          <dd>
            <bdi>{story.app?.name ?? '–'}</bdi>
          </dd>
        </div>
        <div>
          <dt>Click</dt>
          <dd>
            <ShortId id={story.click_id} />
          </dd>
        </div>
        <div>
          <dt>Clicked</dt>
          <dd>
            <Moment at={story.clicked_at} as="moment" />
          </dd>
        </div>
      </dl>
      <ClickSteps story={{ ...story, steps: story.steps.map((step) => ({ ...step, margin: null })) }} />
    </article>
  )
}
