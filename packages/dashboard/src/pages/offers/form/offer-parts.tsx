import { Button, Checkbox, Fieldset, NativeSelect, TagsInput } from '@mantine/core'
import { platforms } from '@quoin/core/offers/offer.ts'
import type { RowOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { CountriesField } from './countries-field.tsx'
import { platformName } from '../targeting-words.ts'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { FormPart, type OfferFields, OfferText, OfferTexts } from './form-parts.tsx'

type Network = RowOf<'listNetworks'>

interface IdentityProps extends OfferFields {
  readonly networks: readonly Network[]
  /** Network and id there stay, once the offer is there. */
  readonly isNew: boolean
}

/** Its names for users and at its network. */
export function IdentityPart({ networks, isNew, ...fields }: IdentityProps) {
  const { draft, onChange, problem } = fields
  const known = useOperation('listOfferCategories', {}).data ?? []
  return (
    <FormPart title="What it is" id="offer-identity">
      {isNew && (
        <>
          <NativeSelect
            label="Network"
            withAsterisk
            value={draft.networkId}
            error={sentenceOf(problem('networkId'))}
            data={networks.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => onChange({ networkId: event.currentTarget.value })}
          />
          <OfferText {...fields} name="externalId" />
        </>
      )}
      <OfferTexts {...fields} part="identity" />
      <TagsInput
        label="Categories"
        description="Enter ends each."
        value={[...draft.categories]}
        error={sentenceOf(problem('categories'))}
        data={known.map(({ category }) => category)}
        maxTags={10}
        onChange={(categories) => onChange({ categories })}
      />
    </FormPart>
  )
}

/** The audience that sees it, and when. */
export function TargetingPart(fields: OfferFields) {
  const { draft, onChange, problem } = fields
  const wrongPlatform = sentenceOf(problem('platforms'))
  return (
    <FormPart title="Who sees it" id="offer-targeting">
      <CountriesField
        label="Countries"
        description="None: everywhere."
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no country' }}
        chosen={draft.countries}
        error={sentenceOf(problem('countries'))}
        onChoose={(chosen) => onChange({ countries: chosen })}
      />
      <Fieldset variant="unstyled" legend="Platforms; none: all" className="offer-platforms">
        <div className="row wrap">
          {platforms.map((one) => (
            <Checkbox
              key={one}
              label={platformName(one)}
              checked={draft.platforms.includes(one)}
              onChange={(event) =>
                onChange({
                  platforms: platforms.filter((each) =>
                    each === one ? event.currentTarget.checked : draft.platforms.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
        {wrongPlatform && <p className="error-text sm">{wrongPlatform}</p>}
      </Fieldset>
      <div className="offer-pair offer-times">
        <OfferTexts {...fields} part="targeting" />
      </div>
      <p className="sm muted">
        You set caps by amount, by app and by user on the page of the offer, under Caps and terms.
      </p>
    </FormPart>
  )
}

interface AddressesProps extends OfferFields {
  readonly network: Network | undefined
  readonly addsClickId: boolean
  readonly onAddClickId: (adds: boolean) => void
}

/** Slug of the network whose offers are test offers. */
export const testNetwork = 'quoin-test'

/** Where its links lead. */
export function AddressesPart({ network, addsClickId, onAddClickId, ...fields }: AddressesProps) {
  const isTest = network?.slug === testNetwork
  const testPage = `${location.origin}/test-offer?click_id={click_id}&offer_id={offer_id}`
  return (
    <FormPart title="Where it leads" id="offer-addresses" isWide>
      <OfferText {...fields} name="destinationUrl" placeholder="https://go.example/?sub1={click_id}" />
      {isTest && (
        <p className="sm row wrap">
          <span className="grow">
            Only test credentials see this offer. Its link may lead to a page that reports the conversion.
          </span>
          <Button size="xs" onClick={() => fields.onChange({ destinationUrl: testPage })}>
            Use the page for tests
          </Button>
        </p>
      )}
      <Checkbox
        label="Add the network’s parameter for the click id where the address has none"
        checked={addsClickId}
        onChange={(event) => onAddClickId(event.currentTarget.checked)}
      />
      <OfferTexts {...fields} part="addresses" />
    </FormPart>
  )
}
