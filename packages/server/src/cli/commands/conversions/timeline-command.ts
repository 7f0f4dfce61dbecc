import { readId } from '@quoin/core/tracking/click-id.ts'
import { Command } from 'commander'
import { buildTimeline } from '../../../features/timeline/build-timeline.ts'
import { printTimeline } from '../../../features/timeline/print-timeline.ts'
import { keyUser } from '../../../features/devices/key-sighting.ts'
import type { UserInMode } from '../../../ports/users.ts'
import { LiveLastDevices } from '../../../snapshots/live/live-last-devices.ts'
import { LiveExclusions } from '../../../snapshots/live/live-exclusions.ts'
import { openSnapshots } from '../../../snapshots/open-snapshots.ts'
import { isUnavailable } from '../../../store/pg/database.ts'
import { runCommand } from '../../open-command.ts'

/** `quoin timeline`: what became of a click, for whoever is asked why. */
export function timelineCommand(): Command {
  return new Command('timeline')
    .argument('<clickId>', 'the click id that the network was given')
    .option('--json', 'as JSON, with every fact')
    .action((clickId: string, { json = false }: { json?: boolean }) =>
      runCommand(async (ports) => {
        const { db, store, clock, log, settings, databaseUrl, keyring } = ports
        const id = readId(clickId)
        const click = id === undefined ? undefined : await store.clicks.findClick(db, id)
        // As a server has them, read once: eligibility is told by the code that makes the list.
        const snapshots = await openSnapshots({
          db,
          databaseUrl: () => databaseUrl,
          log,
          nowMs: () => clock.nowMs(),
          fallbackImageUrl: `${settings.baseUrl}/images/offer.svg`,
          onlyOfferId: click?.offerId ?? null,
        })
        const exclusions = new LiveExclusions({ db, snapshots, clock, log, isUnavailable })
        await exclusions.refreshCapped()
        const keyOf = (user: UserInMode) => keyUser(keyring, user)
        const lastDevices = new LiveLastDevices({ db, clock, keyOf, isUnavailable })
        const timeline = await buildTimeline({ ...ports, snapshots, exclusions, lastDevices }, clickId)
        return json ? timeline : printTimeline(timeline)
      }),
    )
}
