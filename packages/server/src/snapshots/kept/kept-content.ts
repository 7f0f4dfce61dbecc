import type { ApiKey, App } from '@quoin/core/apps/app.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { Cap } from '@quoin/core/caps/cap.ts'
import { CapIndex } from '@quoin/core/caps/cap-index.ts'
import { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { busy } from '@quoin/core/errors.ts'
import type { ListEntry } from '@quoin/core/lists/list-entry.ts'
import type { DatedMarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { AppDirectory, CapDirectory, ListDirectory, TermsDirectory } from '../../ports/directories.ts'
import { listApps } from '../../store/apps/apps.ts'
import { listCaps } from '../../store/caps/caps.ts'
import { listApiKeys } from '../../store/credentials/credentials.ts'
import { listActiveEntries } from '../../store/lists/lists.ts'
import type { Db } from '../../store/pg/database.ts'
import { listMarginRules } from '../../store/terms/margin-rules.ts'
import { createAppDirectory } from '../directories/app-directory.ts'
import { type AsnOf, createListDirectory } from '../directories/list-directory.ts'
import { createTermsDirectory } from '../directories/terms-directory.ts'

/** The arrays of a catalogue that a tracking link needs. */
type LinkedOffers = Pick<CatalogueData, (typeof linkedArrays)[number]>

const linkedArrays = [
  'size',
  'textAt',
  'countryAt',
  'platformAt',
  'ids',
  'indexById',
  'payoutMicros',
  'revenueMicros',
  'networkIds',
  'hasGoals',
  'records',
] as const satisfies readonly (keyof CatalogueData)[]

/**
 * Everything that tracking links are answered by, as it was when it was kept. Nothing of it is a secret: keys of apps
 * stand in every link, and neither the secrets of apps nor those of networks are here.
 */
export interface KeptContent {
  readonly offers: LinkedOffers
  readonly apps: readonly App[]
  readonly keys: readonly ApiKey[]
  readonly entries: readonly ListEntry[]
  readonly caps: { readonly version: number; readonly caps: readonly Cap[] }
  readonly margins: readonly DatedMarginRule[]
  /** Offers that caps kept from everybody. */
  readonly barred: { readonly offerIds: readonly number[]; readonly wide: Bars['wide'] }
}

export async function gatherKept(
  db: Db,
  { catalogue, bars, nowMs }: { readonly catalogue: Catalogue; readonly bars: Bars; readonly nowMs: number },
): Promise<KeptContent> {
  const [apps, keys, entries, caps, margins] = await Promise.all([
    listApps(db),
    listApiKeys(db),
    listActiveEntries(db, nowMs),
    listCaps(db),
    listMarginRules(db),
  ])
  const arrays = linkedArrays.map((name) => [name, catalogue.data[name]])
  return {
    offers: Object.fromEntries(arrays) as LinkedOffers, // one entry for each name of it
    apps,
    keys,
    entries,
    caps,
    margins,
    barred: { offerIds: [...bars.offerIds], wide: bars.wide },
  }
}

interface KeptDirectories {
  readonly catalogue: Catalogue
  readonly apps: AppDirectory
  readonly lists: ListDirectory
  readonly caps: CapDirectory
  readonly terms: TermsDirectory
}

interface ListNeeds {
  readonly asnOf?: AsnOf | undefined
  readonly onListMatch?: ((entryId: number) => void) | undefined
}

/** The snapshots that links are answered by until the database can be read. */
export function restoreKept(
  { offers, apps, keys, entries, caps, margins }: KeptContent,
  { asnOf, onListMatch }: ListNeeds,
): KeptDirectories {
  return {
    catalogue: new LinkedCatalogue(offers),
    apps: restoreApps(apps, keys),
    lists: createListDirectory(entries, asnOf, onListMatch),
    caps: { version: caps.version, index: new CapIndex(caps.caps) },
    terms: createTermsDirectory({ margins, promotions: [], rates: [] }),
  }
}

/** A key that is not among them may have been made since. */
function restoreApps(apps: readonly App[], keys: readonly ApiKey[]): AppDirectory {
  const directory = createAppDirectory({ apps, keys, secrets: [], endpoints: [] })
  return {
    ...directory,
    findKey(key) {
      const found = directory.findKey(key)
      if (found === undefined && key !== '') throw busy()
      return found
    },
  }
}

const noBytes = { bytes: new Uint8Array(), offsets: new Float64Array() }

/** Finds offers by their ids, and lists none. One that is not among them may have been imported since. */
class LinkedCatalogue extends Catalogue {
  constructor(offers: LinkedOffers) {
    super({
      ...offers,
      costs: new Uint8Array(),
      minutes: new Uint32Array(),
      heads: noBytes,
      tails: noBytes,
      names: noBytes,
      fingerprints: new Float64Array(),
      orders: {} as CatalogueData['orders'], // asked for by lists alone, which are refused
      timed: { index: new Uint32Array(), opensAtSec: new Float64Array(), closesAtSec: new Float64Array() },
    })
  }

  override findOffer(id: number): CatalogueOffer {
    const found = super.findOffer(id)
    if (found === undefined) throw busy()
    return found
  }

  override select(): never {
    throw busy()
  }

  override selectAmong(): never {
    throw busy()
  }
}
