import { Button } from '@mantine/core'
import { Icon } from '../../../parts/value/icon.tsx'
import { RefusedFields } from '../refused-fields.tsx'
import type { SourceKind } from '../use-source-kinds.ts'

interface NewSourceRailProps {
  readonly kind: SourceKind | undefined
  readonly hasNetwork: boolean
  readonly hasKey: boolean
  /** Where the kind has none, it is there. */
  readonly hasMapping: boolean
  readonly isBusy: boolean
  readonly error: unknown
}

/** The next step in words, and the button. */
export function NewSourceRail({ kind, hasNetwork, hasKey, hasMapping, isBusy, error }: NewSourceRailProps) {
  return (
    <section className="card source-rail" aria-labelledby="next">
      <div className="card-head">
        <h2 id="next">Then the first run begins</h2>
      </div>
      <ul className="source-effects">
        <li>
          <Icon name="source" />
          <p>
            <b>The network is asked at once.</b> A key that it refuses is told on the page of the source.
          </p>
        </li>
        <li>
          <Icon name="eye" />
          <p>
            <b>You look at the run.</b> You see each new, changed, held and forbidden offer before users do.
          </p>
        </li>
        <li>
          <Icon name="key" />
          <p>
            <b>The key is sealed.</b> Nobody sees it again, in no log and no export; you can replace it.
          </p>
        </li>
      </ul>
      <div className="source-go stack">
        <RefusedFields error={error} />
        <div className="source-dock">
          <Button
            type="submit"
            variant="filled"
            fullWidth
            loading={isBusy}
            disabled={kind === undefined || !hasNetwork || !hasKey || !hasMapping}
          >
            Add the source
          </Button>
        </div>
        <p className="muted xs">{tellMissing({ kind, hasNetwork, hasKey, hasMapping })}</p>
      </div>
    </section>
  )
}

function tellMissing({
  kind,
  hasNetwork,
  hasKey,
  hasMapping,
}: Pick<NewSourceRailProps, 'kind' | 'hasNetwork' | 'hasKey' | 'hasMapping'>): string {
  if (kind === undefined) return 'Choose the system first.'
  if (hasNetwork && hasKey && !hasMapping) return 'Read a sample, and say where id, name and address stand.'
  if (hasNetwork) return hasKey ? 'You can change all of it later.' : 'Fill in the key.'
  return hasKey ? 'Choose the network.' : 'Choose the network, and fill in the key.'
}
