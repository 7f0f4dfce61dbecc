import { Button } from '@mantine/core'
import { useState } from 'react'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { ShortId } from '../../parts/value/short-id.tsx'
import { type Change, Pieces } from './pieces.tsx'

/** Behind a row: the settings that changed, where it came from, and the record as it is kept. */
export function ChangeDetails({ change }: { readonly change: Change }) {
  const [isRaw, setRaw] = useState(false)
  const link = `${location.origin}/dashboard/ops/audit?open=${change.id}`
  return (
    <div className="audit-details">
      {change.differences.length > 0 && <Differences of={change.differences} />}
      <div className="audit-foot">
        <span>{tellOrigin(change)}</span>
        {change.origin && <ShortId id={change.origin.request_id} name="request id" />}
        <span className="grow" />
        <Button variant="subtle" size="xs" aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
          Raw record
        </Button>
        <Button variant="subtle" size="xs" onClick={() => copyText(link, 'The link is copied.')}>
          Copy link
        </Button>
      </div>
      {isRaw && <pre className="audit-raw">{JSON.stringify(recordOf(change), null, 2)}</pre>}
    </div>
  )
}

function Differences({ of }: { readonly of: Change['differences'] }) {
  return (
    <table>
      <caption className="sr">The settings that changed</caption>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="audit-before num">
              <Pieces of={before} />
            </td>
            <td className="num">
              <Pieces of={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ways: Readonly<Record<Change['who']['kind'], string>> = {
  person: 'Its origin was not kept.',
  program: 'Its origin was not kept.',
  command: 'A command on the server',
  quoin: 'Quoin by itself',
}

function tellOrigin({ who, origin }: Change): string {
  if (origin === null) return ways[who.kind]
  const way = who.kind === 'person' ? 'Dashboard' : 'API'
  return [way, origin.tool, origin.address].filter((part) => part !== null && part !== '').join(', ')
}

/** Its secrets were never written. */
function recordOf({ id, at, actor, action, object, details, origin }: Change): object {
  return { id, at, actor, action, object, details, origin }
}
