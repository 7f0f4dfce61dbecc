import { noBars } from '@quoin/core/caps/bars.ts'
import { noNorms } from '@quoin/core/risk/offer-norms.ts'
import { AlikeArrivals } from '@quoin/core/devices/alike-arrivals.ts'
import { ClickVelocity } from '@quoin/core/risk/behaviour/click-velocity.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { AppDirectory } from '../../../ports/directories.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { Database } from '../../../store/pg/database.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Dice } from '../script/dice.ts'

/** The ports of the engine at a moment of the month: its rules see no other time. */
export interface ShiftedPorts extends Ports {
  /** Sets the moment. */
  moveTo(atMs: number): void
  /** The clicks that links have led to since the last call, which are to be written. */
  takeClicks(): readonly Click[]
}

/**
 * The present state of the server is kept out: the figures of the last weeks, caps that are exhausted today, memory of
 * users. Endpoints are told although they rest (see open-cast.ts).
 */
export function shiftPorts(ports: Ports, dice: Dice, outgoing: Ports['outgoing']): ShiftedPorts {
  let nowMs = 0
  let clicks: Click[] = []
  const random = (size: number): Buffer => dice.bytes(size)
  return {
    ...ports,
    snapshots: { ...ports.snapshots, apps: () => awake(ports.snapshots.apps()) },
    db: hasty(ports.db),
    random,
    outgoing,
    newId: () => dice.id(nowMs, ports.settings.cell),
    clock: { nowMs: () => nowMs, monotonicMs: ports.clock.monotonicMs },
    alikeArrivals: new AlikeArrivals(),
    clickVelocity: new ClickVelocity(1),
    riskFigures: {
      findOffer: () => undefined,
      findSource: () => undefined,
      findUsualTimes: () => undefined,
      norms: () => noNorms,
      findPeers: () => undefined,
    },
    exclusions: withoutMemory(ports.exclusions),
    lastDevices: { of: () => undefined },
    meters: { count: () => {}, observe: () => {} },
    writers: {
      ...ports.writers,
      recordClick: async (click) => {
        clicks.push(click)
      },
    },
    moveTo(atMs) {
      nowMs = Math.floor(atMs)
    },
    takeClicks() {
      const taken = clicks
      clicks = []
      return taken
    },
  }
}

/** A cap that is exhausted today was not on another day. */
function withoutMemory(exclusions: Ports['exclusions']): Ports['exclusions'] {
  return {
    takenBy: (user) => exclusions.takenBy(user),
    historiesOf: (user, offers) => exclusions.historiesOf(user, offers),
    noteClick: () => {},
    capped: () => noBars,
  }
}

/** Made-up rows may be lost in a crash of the machine: no commit of theirs waits for the disk. */
function hasty(db: Database): Database {
  return {
    ...db,
    transaction: (run, options) =>
      db.transaction(async (tx) => {
        await tx.query('set local synchronous_commit = off', [])
        return await run(tx)
      }, options),
  }
}

function awake(apps: AppDirectory): AppDirectory {
  const wake = (endpoint: StoredEndpoint): StoredEndpoint => ({ ...endpoint, status: 'active' })
  return {
    ...apps,
    listCallbackEndpoints: (appId) => apps.listCallbackEndpoints(appId).map(wake),
    findCallbackEndpoint: (id) => {
      const endpoint = apps.findCallbackEndpoint(id)
      return endpoint && wake(endpoint)
    },
  }
}
