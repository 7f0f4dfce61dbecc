interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly http_status: number | null
  readonly failure: string | null
  readonly answer: string | null
  readonly latency_ms: number
  readonly reason: string
}

/** One request and its answer, as they were. */
export function SentRequest({ sent }: { readonly sent: Sent }) {
  const { method, url, headers, body, http_status, failure, answer, latency_ms, reason } = sent
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="sent">
      <p className="sm">{reason}</p>
      <pre>{[`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n')}</pre>
      <p className="sm muted">
        {http_status === null ? (failure ?? 'No answer') : `Answered ${http_status}`} after {latency_ms} ms
      </p>
      {answer && <pre>{answer}</pre>}
    </div>
  )
}
