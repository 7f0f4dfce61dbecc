import { Button } from '@mantine/core'
import type { StartStep } from '@quoin/core/apps/start-steps.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { useMayManage } from '../../../frame/publisher/use-managed.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { CodeTabs } from './code-tabs.tsx'
import { FollowLinks } from './follow-links.tsx'
import { type ListAnswer, testUser, useListRun } from './use-list-run.ts'
import { listSnippets } from './snippets.ts'

interface ListLinesProps {
  readonly start: DataOf<'getMyStart'>
  readonly step: StartStep
}

/** The way on from the answer that the page got, by the step that is open. */
const wayOn: Partial<Record<StartStep, string>> = {
  first_list: 'The step still waits for this call from your own server.',
  first_click: 'Follow an offer: it opens in another tab.',
  test_conversion: 'Follow an offer, and press “approved” on its page.',
}

/** The lines that list offers, with this app's key; those of test mode have a button that tries the call from here. */
export function ListLines({ start, step }: ListLinesProps) {
  const mode = step === 'live_conversion' ? 'live' : 'test'
  const { run, answer, isRunning, error } = useListRun()
  const mayRun = useMayManage('developer') && mode === 'test'
  const { api_url: baseUrl } = start
  const apiKey = mode === 'test' ? start.test_key : start.live_key
  if (apiKey === null) return <p>The app has no {mode} key that works. Make one under Keys.</p>
  return (
    <div className="start-code">
      <CodeTabs
        textIn={(language) => listSnippets[language]({ baseUrl, apiKey, mode })}
        own={[baseUrl, apiKey]}
        note={
          <>
            The marked values are yours. The lines read the {mode} secret from the environment, so first run{' '}
            <code>export API_SECRET=sk_{mode}_…</code>
          </>
        }
      >
        {mayRun && (
          <Button variant="filled" loading={isRunning} onClick={() => void run(testUser)}>
            Run
          </Button>
        )}
      </CodeTabs>
      {error !== undefined && <Failure what="The call was not made" error={error} />}
      {answer && <Shown answer={answer} wayOn={wayOn[step]} />}
    </div>
  )
}

function Shown({ answer, wayOn }: { readonly answer: ListAnswer; readonly wayOn: string | undefined }) {
  return (
    <section className="start-answer" aria-label="Answer">
      <p className="sm">
        <span className="muted">
          {answer.status}, {answer.ms} ms, run from this page as the user <code>{testUser}</code>.
        </span>{' '}
        {wayOn}
      </p>
      <FollowLinks links={answer.links} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className="paper" tabIndex={0}>
        {answer.text}
      </pre>
    </section>
  )
}
