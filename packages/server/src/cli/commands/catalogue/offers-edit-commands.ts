import { isCountry } from '@quoin/core/detect/country.ts'
import { notFound } from '@quoin/core/errors.ts'
import { editFieldNames, editFields } from '@quoin/core/offers/edit/edit-fields.ts'
import type { FieldEdit } from '@quoin/core/offers/edit/plan-edit.ts'
import { type OfferStatus, offerStatuses, type Platform, platforms } from '@quoin/core/offers/offer.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { applyEdit } from '../../../features/catalogue/edit-offers/apply-edit.ts'
import type { OfferSelection } from '../../../features/catalogue/edit-offers/plan-offers.ts'
import { previewEdit } from '../../../features/catalogue/edit-offers/preview-edit.ts'
import { undoEdit } from '../../../features/catalogue/edit-offers/undo-edit.ts'
import type { Ports } from '../../../ports/ports.ts'
import { runCommand } from '../../open-command.ts'
import { name, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface EditOptions extends WithActor {
  readonly network?: string
  readonly status?: OfferStatus
  readonly search?: string
  readonly country?: string
  readonly platform?: Platform
  readonly category?: string
  readonly offer?: readonly number[]
  readonly except?: readonly number[]
  readonly change: readonly FieldEdit[]
  readonly preview?: boolean
}

/** `quoin offers edit` and `quoin offers undo`. */
export function addEdits(offers: Command): void {
  withActor(offers.command('edit'))
    .description('change all offers that match at once: all of it or nothing')
    .requiredOption('--change <field:op[:value]>', `such as dailyCap:raise:20; ${forms()}`, readChange)
    .option('--network <slug>', 'of this network only')
    .option('--status <status>', 'active or paused', oneOf(...offerStatuses))
    .option('--search <text>', 'a part of the name, our id or the network’s', name)
    .option('--country <code>', 'shown there, such as DE; unrestricted ones too', countryCode)
    .option('--platform <platform>', platforms.join(', '), oneOf(...platforms))
    .option('--category <slug>', 'of this category', name)
    .option('--offer <id>', 'these only; may be given again', gather)
    .option('--except <id>', 'not this one; may be given again', gather)
    .option('--preview', 'show the outcome and change nothing')
    .action(({ preview = false, change: changes, actor, ...options }: EditOptions) =>
      runCommand(async (ports) => {
        const selection = await selectionOf(ports, options)
        if (!preview) return { editId: await applyEdit(ports, { selection, changes, seen: null, actor }) }
        const asked = { selection, changes, limit: shownMax, isWhole: false }
        const { seenAtMs: _at, csv: _csv, payout, ...told } = await previewEdit(ports, asked)
        return {
          ...told,
          payout: payout && { ...payout, differenceMicros: formatMicros(payout.differenceMicros) },
        }
      }),
    )
  withActor(offers.command('undo'))
    .argument('<editId>', 'as `offers edit` gives it', wholeNumber)
    .description('take an edit of many offers back, once and within 24 hours; what was changed since stays')
    .action((editId: number, { actor }: WithActor) =>
      runCommand(async (ports) => await undoEdit(ports, { editId, actor })),
    )
}

const shownMax = 50

function forms(): string {
  return editFieldNames.map((field) => `${field} ${Object.keys(editFields[field].ops).join('|')}`).join('; ')
}

/** `countries:add:AT,CH`; given again for another field. */
function readChange(text: string, before: readonly FieldEdit[] = []): readonly FieldEdit[] {
  const [word = '', op = '', ...rest] = text.split(':')
  const field = editFieldNames.find((one) => one === word)
  if (field === undefined) throw new InvalidArgumentError(`It must begin with ${editFieldNames.join(', ')}.`)
  return [...before, { field, op, ...(rest.length === 0 ? {} : { value: rest.join(':') }) }]
}

function gather(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, wholeNumber(text)]
}

async function selectionOf(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  options: Omit<EditOptions, 'change' | 'actor'>,
): Promise<OfferSelection> {
  const { network: slug, status = null, search = null, country = null, platform = null } = options
  const { category = null, offer: ids = null, except: exceptIds = [] } = options
  const network = slug === undefined ? undefined : await store.networks.findNetworkBySlug(db, slug)
  if (slug !== undefined && network === undefined) throw notFound(`There is no network "${slug}".`)
  const networkId = network?.id ?? null
  return { search, networkId, status, country, platform, category, ids, exceptIds }
}

function countryCode(text: string): string {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  throw new InvalidArgumentError('It must be an ISO 3166-1 alpha-2 code such as DE.')
}
