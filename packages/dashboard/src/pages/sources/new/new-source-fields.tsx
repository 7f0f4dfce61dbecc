import { NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { AccountFields, type SourceFieldsProps, TermsFields } from '../source-fields.tsx'
import type { NetworkRow } from '../use-source-kinds.ts'

interface NewSourceFieldsProps extends SourceFieldsProps {
  readonly networks: readonly NetworkRow[]
  /** Its short name. */
  readonly network: string
  readonly onNetwork: (slug: string) => void
}

/** The network that the offers are of, the account there, and the terms. */
export function NewSourceFields({ networks, network, onNetwork, ...fields }: NewSourceFieldsProps) {
  const { kind, draft, onChange, problem } = fields
  return (
    <section className="card" aria-labelledby="account">
      <div className="card-head">
        <h2 id="account">2. The network and its account</h2>
      </div>
      <div className="card-body source-fields">
        <div className="source-wide">
          <NativeSelect
            label="Offers go to the network"
            description="Offers that it has already are known by their ids, so that none is doubled."
            required
            value={network}
            error={sentenceOf(problem('network'))}
            onChange={(event) => onNetwork(event.currentTarget.value)}
            data={optionsOf(networks, fields)}
          />
          <Link className="xs new-network-link" to={`/ops/networks#new-${kind.preset ?? 'generic'}`}>
            {kind.preset === null ? 'New network' : `New network on ${kind.title}`}
          </Link>
          <p className="muted xs">
            Its page shows the address for postbacks once: copy it there, then come back to Sources.
          </p>
        </div>
        <AccountFields {...fields} />
        <TermsFields {...fields} />
        <TextInput
          label="Name of the source (optional)"
          description="People call it so."
          placeholder={network === '' ? 'That of its network' : network}
          autoComplete="off"
          value={draft.name}
          error={sentenceOf(problem('name'))}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </div>
    </section>
  )
}

/** Networks of the system first; another may be right where it was made before its preset. */
function optionsOf(networks: readonly NetworkRow[], { kind }: Pick<SourceFieldsProps, 'kind'>) {
  const groupOf = (isOwn: boolean) =>
    networks
      .filter(({ preset }) => (kind.preset === null || preset === kind.preset) === isOwn)
      .map(({ slug, name }) => ({ value: slug, label: name }))
  const groups = [
    { group: kind.preset === null ? 'Networks' : `On ${kind.title}`, items: groupOf(true) },
    { group: 'Others', items: groupOf(false) },
  ]
  return [{ value: '', label: 'Choose a network' }, ...groups.filter(({ items }) => items.length > 0)]
}
