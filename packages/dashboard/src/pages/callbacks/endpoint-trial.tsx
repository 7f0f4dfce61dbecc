import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { explain, Failure } from '../../parts/feedback/failure.tsx'
import { SentRequest } from './sent-request.tsx'

const cases = [
  { value: 'approved', label: 'Approved' },
  { value: 'goal', label: 'A goal of an offer' },
  { value: 'pending', label: 'Pending' },
  { value: 'reversed', label: 'Approved, then taken back' },
  { value: 'duplicate', label: 'Sent twice' },
]

/** A made-up conversion is sent now, and what comes back is shown. */
export function EndpointTrial({ endpointId }: { readonly endpointId: string }) {
  const [testCase, setCase] = useState('approved')
  const test = useChange('testCallbackEndpoint', { renews: [] })
  return (
    <section className="card">
      <div className="card-head">
        <p className="grow sm muted">
          The conversion is made up and marked as a test. Nothing of it is kept here.
        </p>
        <Select
          aria-label="What happens"
          data={cases}
          value={testCase}
          onChange={(next) => setCase(next ?? 'approved')}
          allowDeselect={false}
        />
        <Button
          variant="filled"
          loading={test.isPending}
          onClick={() => test.mutate({ path: { endpointId }, body: { case: testCase } })}
        >
          Send a test
        </Button>
        <TestAll endpointId={endpointId} />
      </div>
      <div className="card-body stack" role="status">
        {test.error !== null && <Failure what="The test was not sent" error={test.error} />}
        {test.data?.data.map((sent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one test never move
          <section key={index}>
            <h3>{sent.status}</h3>
            <SentRequest sent={sent} />
            {sent.look_at && <p className="sm">{sent.look_at}</p>}
          </section>
        ))}
      </div>
    </section>
  )
}

interface CaseResult {
  readonly label: string
  readonly lines: readonly string[]
}

/** Every case, one after the other, with the verdict of each. */
function TestAll({ endpointId }: { readonly endpointId: string }) {
  const test = useChange('testCallbackEndpoint', { renews: [] })
  const [results, setResults] = useState<readonly CaseResult[]>()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const found: CaseResult[] = []
    for (const { value, label } of cases) {
      const lines = await test
        .mutateAsync({ path: { endpointId }, body: { case: value } })
        .then(({ data }) => data.flatMap(({ reason, look_at }) => [reason, ...(look_at ? [look_at] : [])]))
        .catch((error: unknown) => [explain(error)])
      found.push({ label, lines })
    }
    setResults(found)
    setBusy(false)
  }
  return (
    <>
      <Button loading={isBusy} onClick={() => void run()}>
        Test all
      </Button>
      <Modal opened={results !== undefined} onClose={() => setResults(undefined)} title="All cases" size="lg">
        <dl className="stack">
          {results?.map(({ label, lines }) => (
            <div key={label}>
              <dt>
                <b>{label}</b>
              </dt>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one test never move
                <dd key={index} className="sm">
                  {line}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}

/** How it is signed, by the very function that signs what is sent. */
export function SignaturePreview({ endpointId }: { readonly endpointId: string }) {
  const { data, error, refetch } = useOperation('previewCallbackSignature', { path: { endpointId } })
  return (
    <section className="card">
      <div className="card-head">
        <p className="sm muted">
          It is of a made-up conversion. The function that signs what is sent made it; *** is the secret.
        </p>
      </div>
      <div className="card-body stack">
        {error && !data && <Failure what="It could not be signed" error={error} onRetry={() => refetch()} />}
        {data?.map(({ status, hash, encoding, into, signed_text, digest, method, url, headers, body }) => (
          <section key={status} className="sent">
            <p className="sm">{hash === null ? 'Nothing signs it.' : `${hash}, ${encoding}, as ${into}`}</p>
            {signed_text !== null && (
              <>
                <h3>What is signed</h3>
                <pre>{signed_text}</pre>
                <h3>Digest</h3>
                <pre>{digest}</pre>
              </>
            )}
            <h3>Request</h3>
            <pre>
              {[
                `${method} ${url}`,
                ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
                ...(body === null ? [] : ['', body]),
              ].join('\n')}
            </pre>
          </section>
        ))}
      </div>
    </section>
  )
}
