import type { DeviceMemory, DeviceSnapshot, UserSnapshot } from '../../ports/devices.ts'
import { AgingMap } from './aging-map.ts'

/** Some 70 MB when full: a device with its user and the last score is 1.7 kB. */
const pagesMax = 40_000
/** Every change but one is found when an answer is written; what retention has dropped is found by then. */
const ageMaxMs = 10 * 60 * 1000
/** The number of links beyond which nothing of a device or user is kept: they are few, and would fill the memory. */
const linksMax = 4
/** The same for clicks and conversions. */
const tracesMax = 16

interface Kept<Page> {
  readonly page: Page
  readonly readMs: number
}

/** The part of the device graph that was read lately, within bounds. */
export class LiveDeviceMemory implements DeviceMemory {
  readonly #devices = new AgingMap<Kept<DeviceSnapshot>>({ entriesMax: pagesMax, ageMs: ageMaxMs })
  readonly #users = new AgingMap<Kept<UserSnapshot>>({ entriesMax: pagesMax, ageMs: ageMaxMs })
  readonly #monotonicMs: () => number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  get size(): number {
    return this.#devices.size + this.#users.size
  }

  findDevice(device: string): DeviceSnapshot | undefined {
    return this.#fresh(this.#devices.get(device))
  }

  findUser(user: string): UserSnapshot | undefined {
    return this.#fresh(this.#users.get(user))
  }

  keepDevice(device: string, page: DeviceSnapshot): void {
    if (page.links.size > linksMax) this.#devices.delete(device)
    else this.#keep(this.#devices, device, page)
  }

  keepUser(user: string, page: UserSnapshot): void {
    const { devices, clicks, conversions } = page
    const isLarge = devices.size > linksMax || clicks.length + conversions.length > tracesMax
    if (isLarge) this.#users.delete(user)
    else this.#keep(this.#users, user, page)
  }

  forgetDevice(device: string): void {
    this.#devices.delete(device)
  }

  forgetUser(user: string): void {
    this.#users.delete(user)
  }

  #keep<Page>(pages: AgingMap<Kept<Page>>, key: string, page: Page): void {
    const readMs = this.#monotonicMs()
    pages.set(key, { page, readMs }, readMs)
  }

  #fresh<Page>(kept: Kept<Page> | undefined): Page | undefined {
    return kept && this.#monotonicMs() - kept.readMs < ageMaxMs ? kept.page : undefined
  }
}
