import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { CodeTabs } from './code-tabs.tsx'
import { receiverLanguages, receiverSnippets } from './receiver-snippets.ts'

/** A receiver to begin with, in the order in which it is set up, started and told of a conversion. */
export function CallbackLines() {
  const here = useHere()
  const search = { mode: 'test' }
  return (
    <div className="start-code">
      <ol className="start-order sm">
        <li>
          Set up a callback to your address, such as <code>http://localhost:8090/callbacks</code> if these
          lines run beside Quoin. Quoin then needs <code>OUTGOING_ALLOW=127.0.0.1</code>. You see its secret
          once.
        </li>
        <li>
          Start a receiver with that secret as <code>CALLBACK_SECRET</code>, for instance these lines.
        </li>
        <li>
          Make one more conversion on the{' '}
          <Link to={placeOf(here, 'try', here.appId)} search={search}>
            Test bench
          </Link>
          : its callback arrives within seconds.
        </li>
      </ol>
      <CodeTabs
        languages={receiverLanguages}
        textIn={(language) => receiverSnippets[language]}
        note="The receivers listen at port 8090. The lines of curl send one a signed callback of your own."
      >
        <Button
          variant="filled"
          renderRoot={(props) => (
            <Link {...props} to={placeOf(here, 'callbacks', here.appId)} search={search} />
          )}
        >
          Set up a callback
        </Button>
      </CodeTabs>
      <p className="sm muted">
        <a href="/docs/callbacks">All fields and rules</a>,{' '}
        <a href="/docs/receivers">receivers of other walls</a>.
      </p>
    </div>
  )
}
