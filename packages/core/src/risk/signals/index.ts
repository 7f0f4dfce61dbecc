import type { Signal } from '../signal.ts'
import { botUserAgent } from './bot-user-agent.ts'
import { coLocatedUsers } from './co-located-users.ts'
import { gpuMismatch } from './gpu-mismatch.ts'
import { headlessScreen } from './headless-screen.ts'
import { newUsers } from './new-users.ts'
import { phoneWithDesktopScreen } from './phone-with-desktop-screen.ts'
import { phoneWithoutTouch } from './phone-without-touch.ts'
import { platformMismatch } from './platform-mismatch.ts'
import { reviewList } from './review-list.ts'
import { softwareGpu } from './software-gpu.ts'
import { softwareGpuOnPhone } from './software-gpu-on-phone.ts'
import { stealthGpu } from './stealth-gpu.ts'
import { systemNameMismatch } from './system-name-mismatch.ts'
import { timezoneMismatch } from './timezone-mismatch.ts'
import { universalTime } from './universal-time.ts'
import { webdriver } from './webdriver.ts'

/** Every sign of fraud there is; each one's weight is a row of weights.ts under its name. */
export const signals: readonly Signal[] = [
  webdriver,
  botUserAgent,
  stealthGpu,
  softwareGpu,
  softwareGpuOnPhone,
  headlessScreen,
  gpuMismatch,
  platformMismatch,
  systemNameMismatch,
  phoneWithDesktopScreen,
  phoneWithoutTouch,
  timezoneMismatch,
  universalTime,
  newUsers,
  coLocatedUsers,
  reviewList,
]
