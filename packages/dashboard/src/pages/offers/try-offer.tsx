import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { explain } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Drawer } from '../../parts/layout/drawer.tsx'
import { Icon } from '../../parts/value/icon.tsx'

/** Makes a test click, and follows it until its conversion is there or refused. */
export function TryOffer({ offer }: { readonly offer: Pick<DataOf<'getOffer'>, 'id' | 'name'> }) {
  const make = useChange('tryOffer', { renews: ['listAudit'] })
  const trial = make.data?.data
  const act = () => {
    make.mutate(
      { path: { offerId: offer.id } },
      { onError: (error) => toast(`No click was made: ${explain(error)}`) },
    )
  }
  return (
    <>
      <Button leftSection={<Icon name="play" />} loading={make.isPending} onClick={act}>
        Try it
      </Button>
      {trial && (
        <Drawer title={`Try ${offer.name}`} onClose={() => make.reset()}>
          <Trial trial={trial} />
        </Drawer>
      )}
    </>
  )
}

const everyMs = 3_000

function Trial({ trial }: { readonly trial: DataOf<'tryOffer'> }) {
  const path = { clickId: trial.click_id }
  const { data: story } = useOperation('getClickStory', { path }, { everyMs })
  const copy = (text: string, done: string) => void copyText(text, done)
  return (
    <div className="stack">
      <p>
        A click was made in test mode, by nobody’s user: whatever is reported about it is in no ledger and
        counts for no cap.
      </p>
      <section aria-labelledby="trial-click" className="stack">
        <h3 id="trial-click">Its click id</h3>
        <code className="break">{trial.click_id}</code>
        <Anchor href={trial.url} target="_blank" rel="noreferrer noopener">
          Open the offer with this click
        </Anchor>
      </section>
      <section aria-labelledby="trial-report" className="stack">
        <h3 id="trial-report">The report to send</h3>
        <p className="muted sm">
          Ask the network to fire its postback for this click, or send this to the address that is pasted
          there. Its token is not shown again.
        </p>
        <code className="break">
          {trial.postback_url}?{trial.report_query}
        </code>
        <div>
          <Button
            leftSection={<Icon name="copy" />}
            onClick={() => copy(trial.report_query, 'The query of the report is copied.')}
          >
            Copy the query
          </Button>
        </div>
      </section>
      <section aria-labelledby="trial-outcome" className="stack" aria-live="polite">
        <h3 id="trial-outcome">The outcome</h3>
        <p>
          <b>{story?.verdict.sentence ?? 'The story of the click is asked for.'}</b>
        </p>
        {story && story.verdict.detail !== '' && <p className="muted sm">{story.verdict.detail}</p>}
        <Link to={`/t/${trial.click_id}`}>Every step of this click</Link>
      </section>
    </div>
  )
}
