import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Clock } from '../../ports/ports.ts'
import type { LastDevices } from '../../ports/users.ts'
import { listLastDevices } from '../../store/devices/assessments.ts'
import { Batcher } from '../../group-commit/batcher.ts'
import { type User, UserMemory } from '../memory/user-memory.ts'
import type { Database } from '../../store/pg/database.ts'

interface LastDeviceNeeds {
  readonly db: Database
  readonly clock: Clock
  /** The name under which a user's devices are kept. */
  readonly keyOf: (user: User) => string
  readonly isUnavailable: (error: unknown) => boolean
}

/** Half of the second within which a list entry is in force everywhere; a submission may come in any process. */
const memory = { usersMax: 20_000, ageMaxMs: 500 }
const bounds = { rowsMax: 200, queueMax: 10_000, ageMaxMs: 2_000 }

/** Which device users were last seen on, read in groups and remembered for a moment. */
export class LiveLastDevices implements LastDevices {
  readonly #clock: Clock
  readonly #lookups: Batcher<User, string | null>
  readonly #known = new UserMemory<string | null>(memory)

  constructor({ db, clock, keyOf, isUnavailable }: LastDeviceNeeds) {
    this.#clock = clock
    this.#lookups = new Batcher({
      ...bounds,
      name: 'last devices',
      monotonicMs: () => clock.monotonicMs(),
      isUnavailable,
      flush: (users) =>
        listLastDevices(
          db,
          users.map((user) => ({ appId: user.appId, user: keyOf(user) })),
        ),
    })
  }

  of(user: User): Awaitable<string | undefined> {
    const askedMs = this.#clock.monotonicMs()
    const known = this.#known.find(user, askedMs)
    return known === undefined ? this.#ask(user, askedMs) : (known ?? undefined)
  }

  async #ask(user: User, askedMs: number): Promise<string | undefined> {
    const device = await this.#lookups.add(user)
    this.#known.remember(user, device, askedMs)
    return device ?? undefined
  }
}
