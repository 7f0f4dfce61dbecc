import type { TestBrowser } from './browser.ts'
import { openStaffPages } from './staff-pages.ts'
import type { World } from './world.ts'

/** A name that does harm wherever it is taken for markup. */
export const hostileName = '<img src=x onerror=alert(1)> "Farm" \u202e'

export interface SupplyScene {
  readonly world: World
  readonly browser: TestBrowser
  /** Brightpath, whose offers these are. */
  readonly networkId: number
  /** Bubble Farm, for two countries and more than once. */
  readonly farm: number
}

/** A network with three offers, before the eyes of an operator. */
export async function openSupplyScene(): Promise<SupplyScene> {
  const { world, browser } = await openStaffPages()
  const { networkId } = await world.addNetwork({ slug: 'bright', name: 'Brightpath' })
  const [farm = 0] = await world.addOffers(
    [
      { name: 'Bubble Farm', countries: 'DE;AT', repeatable: 'yes' },
      { name: hostileName },
      { name: 'Zen Sudoku' },
    ],
    'bright',
  )
  return { world, browser, networkId, farm }
}
