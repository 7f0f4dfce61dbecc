import type { Step } from './use-first-run.ts'

/** A bar for each event: green where it has happened, blue where it is the next. */
export function ProgressBars({ steps }: { readonly steps: readonly Step[] }) {
  const count = steps.filter(({ happened }) => happened !== null).length
  const next = steps.findIndex(({ happened }) => happened === null)
  const text = `${count} of ${steps.length} happened`
  return (
    <div className="first-run-progress">
      <p className="xs muted num">
        <b>
          {count} of {steps.length}
        </b>{' '}
        happened
      </p>
      <div className="first-run-bars" role="img" aria-label={text}>
        {steps.map(({ step, happened }, place) => (
          <i key={step} className={happened ? 'is-done' : place === next ? 'is-next' : ''} />
        ))}
      </div>
    </div>
  )
}
