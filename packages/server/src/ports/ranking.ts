import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'

interface RankingAsked {
  readonly catalogue: Catalogue
  readonly audience: Pick<Audience, 'country' | 'platform'>
  /** Whoever looks: users are shown different variants, and each the same for a while. */
  readonly user: string
  /** The order of the page before, by its name. */
  readonly named: string | undefined
}

/** The recommended order of offers, made in the background. */
export interface Ranking {
  /** The order of all indexes of the catalogue, and its name; without one what pays most comes first. */
  find(asked: RankingAsked): { readonly name: string; readonly order: Uint32Array | undefined }
}
