import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { Problems } from './import-trial.tsx'

interface ImportResultProps {
  readonly result: Readonly<Record<string, unknown>>
  readonly onAnother: () => void
}

/** The result of an import. */
export function ImportResult({ result, onAnother }: ImportResultProps) {
  const { created, updated, refused, problems } = result as {
    created: number
    updated: number
    refused: number
    problems: DataOf<'tryOfferImport'>['problems']
  } // as the job writes it
  return (
    <div className="stack">
      <p>
        {created} created, {updated} updated, {refused} refused.
      </p>
      {problems.length > 0 && <Problems problems={problems} refused={refused} />}
      <div className="row">
        <Button variant="filled" component={Link} to="/ops/offers">
          To the offers
        </Button>
        <Button onClick={onAnother}>Import another file</Button>
      </div>
    </div>
  )
}
