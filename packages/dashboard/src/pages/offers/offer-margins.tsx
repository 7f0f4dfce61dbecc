import { Button, Modal, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { type ChosenParty, PartySelect } from '../money/party-select.tsx'
import { CountrySelect } from './country-select.tsx'
import { countryName } from './targeting-words.ts'

type Margin = RowOf<'listMargins'>

interface OfferMarginsProps {
  readonly offerId: string
  readonly mayChange: boolean
}

const renews = ['listMargins', 'showOfferAudience'] as const

/** The platform's part of this offer's revenue, where it has rules of its own. */
export function OfferMargins({ offerId, mayChange }: OfferMarginsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: rules, error, refetch } = useOperation('listMargins', { query: { offerId } })
  return (
    <section className="card" aria-labelledby="margins">
      <div className="card-head">
        <h2 id="margins" className="grow">
          Margin
        </h2>
        {mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
            Set a margin
          </Button>
        )}
      </div>
      {error && rules === undefined ? (
        <div className="card-body">
          <Failure what="The margins could not be loaded" error={error} onRetry={() => refetch()} />
        </div>
      ) : rules?.length === 0 ? (
        <EmptyState icon="money" title="No rule of its own">
          The payout of its file applies, or a margin of the app, the country or the platform.
        </EmptyState>
      ) : (
        <ul className="cap-list">
          {(rules ?? []).map((rule) => (
            <MarginRow key={rule.id} rule={rule} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {isOpen && <MarginForm offerId={offerId} onClose={() => setOpen(false)} />}
    </section>
  )
}

function wordsOf({ percent, app, country }: Margin): string {
  const where = [
    app === null ? [] : `in ${app}`,
    country === null ? [] : `for clicks from ${countryName(country)}`,
  ].flat()
  return `${percent} % of the revenue is kept${where.length === 0 ? '' : `, ${where.join(', ')}`}`
}

function MarginRow({ rule, mayChange }: { readonly rule: Margin; readonly mayChange: boolean }) {
  const remove = useChange('removeMargin', { renews })
  return (
    <li>
      <p className="grow">{wordsOf(rule)}</p>
      {mayChange && (
        <ConfirmButton
          verb="Remove the margin"
          label="Remove"
          button={{ size: 'xs' }}
          onConfirm={async () => {
            await remove.mutateAsync({ path: { marginId: rule.id } })
            toast('The margin is removed.')
          }}
        >
          {wordsOf(rule)} ends for all new clicks. The next most specific rule applies then, or the payout of
          the file.
        </ConfirmButton>
      )}
    </li>
  )
}

/** An amount on which the form shows what the rule does. */
const exampleUsd = 10

function MarginForm({ offerId, onClose }: { readonly offerId: string; readonly onClose: () => void }) {
  const [percent, setPercent] = useState<number | string>('')
  const [country, setCountry] = useState('')
  const [app, setApp] = useState<ChosenParty>()
  const set = useChange('setMargin', { renews })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await set.mutateAsync({
      body: {
        offerId: Number(offerId),
        percent: String(percent),
        country: country === '' ? null : country,
        appId: app === undefined ? null : Number(app.id),
      },
    })
    toast('The margin applies to all new clicks.')
    onClose()
  }
  const kept = (Number(percent) / 100) * exampleUsd
  return (
    <Modal opened onClose={onClose} title="Set a margin">
      <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
        <NumberInput
          label="Percent of the revenue that the platform keeps"
          required
          min={0}
          max={100}
          decimalScale={2}
          value={percent}
          onChange={setPercent}
          data-autofocus
        />
        <PartySelect kind="app" value={app} onChange={setApp} isOptional />
        <CountrySelect label="For clicks from" value={country} onChange={setCountry} any="Any country" />
        {percent !== '' && (
          <p className="muted sm">
            Of {exampleUsd} USD that the network pays, the publisher earns {(exampleUsd - kept).toFixed(2)}{' '}
            and you keep {kept.toFixed(2)}.
          </p>
        )}
        {set.error !== null && <Failure what="The margin was not set" error={set.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={set.isPending} disabled={percent === ''}>
            Set the margin
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}
