import { notFound } from '@quoin/core/errors.ts'
import { type OfferColumn, offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import type { Command } from 'commander'
import { findFollowed, followSource } from '../../../features/sources/follow-source.ts'
import { runCommand } from '../../open-command.ts'
import { oneOf } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { sourceNamed } from './source-named.ts'

const fieldOf = oneOf(...offerColumnNames)

/** `sources follow`: a person gives fields back to the network. */
export function addFollow(sources: Command): void {
  withActor(sources.command('follow'))
    .argument('<source>', 'its name')
    .argument('<externalId>', 'the network’s own id of the offer')
    .argument(
      '[field...]',
      'fields that you have changed, as `sources offers` names them (default: all)',
      collect,
    )
    .description(
      'take the network’s values for fields of an offer that you have changed: they follow it again',
    )
    .action((source: string, externalId: string, fields: readonly OfferColumn[], { actor }: WithActor) =>
      runCommand(async (ports) => {
        const { networkId } = await sourceNamed(ports, source)
        const [offer] = await ports.store.knownOffers.listKnownOffers(ports.db, networkId, [externalId])
        if (offer === undefined) throw notFound(`There is no offer "${externalId}" of this network.`)
        const own = (await findFollowed(ports, offer.id))?.own.map(({ field }) => field) ?? []
        const given = fields.length === 0 ? own : fields
        if (given.length > 0) await followSource(ports, { offerId: offer.id, fields: given, actor })
        return { source, externalId, followed: given }
      }),
    )
}

function collect(text: string, before: readonly OfferColumn[] = []): readonly OfferColumn[] {
  return [...before, fieldOf(text)]
}
