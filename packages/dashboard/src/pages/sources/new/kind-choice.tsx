import { Radio } from '@mantine/core'
import type { NetworkRow, SourceKind } from '../use-source-kinds.ts'

interface KindChoiceProps {
  readonly kinds: readonly SourceKind[]
  readonly networks: readonly NetworkRow[]
  readonly chosen: string
  readonly onChoose: (kind: string) => void
}

/** The systems whose offers can be read, each with the networks here that run on it. */
export function KindChoice({ kinds, networks, chosen, onChoose }: KindChoiceProps) {
  return (
    <section className="card" aria-labelledby="kind">
      <div className="card-head">
        <h2 id="kind">1. The system that the network runs on</h2>
      </div>
      <Radio.Group value={chosen} onChange={onChoose} aria-labelledby="kind" className="kind-choice">
        {kinds.map(({ name, title, preset }) => (
          <Radio
            key={name}
            value={name}
            label={preset === null ? `${title} (JSON, CSV, XML)` : title}
            description={
              preset === null
                ? 'Any network: you say where its offers stand, beside an example of each.'
                : tellNetworks(networks.filter((network) => network.preset === preset))
            }
            data-chosen={name === chosen || undefined}
          />
        ))}
      </Radio.Group>
    </section>
  )
}

const namedMax = 3

function tellNetworks(networks: readonly NetworkRow[]): string {
  if (networks.length === 0) return 'No network here runs on it yet.'
  const names = networks.slice(0, namedMax).map(({ name }) => name)
  const more = networks.length - names.length
  return `Here: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
