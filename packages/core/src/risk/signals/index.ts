import type { Signal } from '../signal.ts'
import { alikeNewcomers } from './alike-newcomers.ts'
import { blockedNeighbours } from './blocked-neighbours.ts'
import { botUserAgent } from './bot-user-agent.ts'
import { clickFlood } from './click-flood.ts'
import { changingData } from './changing-data.ts'
import { coLocatedUsers } from './co-located-users.ts'
import { denseClicks } from './dense-clicks.ts'
import { earlyConversions } from './early-conversions.ts'
import { fastConversions } from './fast-conversions.ts'
import { gpuMismatch } from './gpu-mismatch.ts'
import { headlessScreen } from './headless-screen.ts'
import { highConversionShare } from './high-conversion-share.ts'
import { hostedMachine } from './hosted-machine.ts'
import { hostingAddress } from './hosting-address.ts'
import { manyDevices } from './many-devices.ts'
import { newUsers } from './new-users.ts'
import { phoneWithDesktopScreen } from './phone-with-desktop-screen.ts'
import { phoneWithoutTouch } from './phone-without-touch.ts'
import { platformMismatch } from './platform-mismatch.ts'
import { relayAddress } from './relay-address.ts'
import { repeatedClicks } from './repeated-clicks.ts'
import { reversedConversions } from './reversed-conversions.ts'
import { reviewList } from './review-list.ts'
import { delayedConversions } from './delayed-conversions.ts'
import { evenClicks } from './even-clicks.ts'
import { hastyConversions } from './hasty-conversions.ts'
import { lucrativeOffers } from './lucrative-offers.ts'
import { oddHours } from './odd-hours.ts'
import { hurriedClicks } from './hurried-clicks.ts'
import {
  suspectBuild,
  suspectChoices,
  suspectDrawing,
  suspectLine,
  suspectNetwork,
  suspectOffers,
} from './suspect-peers.ts'
import { skippedSteps } from './skipped-steps.ts'
import { softwareGpuOnPhone } from './software-gpu-on-phone.ts'
import { softwareGpu } from './software-gpu.ts'
import { stealthGpu } from './stealth-gpu.ts'
import { systemNameMismatch } from './system-name-mismatch.ts'
import { timezoneMismatch } from './timezone-mismatch.ts'
import { torAddress } from './tor-address.ts'
import { universalTime } from './universal-time.ts'
import { vpnAddress } from './vpn-address.ts'
import { webdriver } from './webdriver.ts'

/** Every sign of fraud there is; each one's weight stands in shipped-weights.json under its name. */
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
  hostingAddress,
  vpnAddress,
  torAddress,
  relayAddress,
  hostedMachine,
  newUsers,
  coLocatedUsers,
  blockedNeighbours,
  manyDevices,
  fastConversions,
  clickFlood,
  denseClicks,
  repeatedClicks,
  highConversionShare,
  earlyConversions,
  reversedConversions,
  reviewList,
  hastyConversions,
  delayedConversions,
  hurriedClicks,
  evenClicks,
  suspectLine,
  suspectNetwork,
  suspectDrawing,
  suspectBuild,
  suspectOffers,
  lucrativeOffers,
  oddHours,
  suspectChoices,
  skippedSteps,
  alikeNewcomers,
  changingData,
]
