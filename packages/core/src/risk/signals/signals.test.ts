import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '../activity.ts'
import type { AddressClass, AddressFacts } from '../address-class.ts'
import type { DeviceFacts } from '../../devices/device-graph.ts'
import type { Evidence } from '../evidence.ts'
import { noPeers, type PeerKind } from '../peers.ts'
import { signals } from './index.ts'

const device = (facts: Partial<DeviceFacts>): DeviceFacts => {
  const alone = {
    users: 1,
    arrivedWithHere: 0,
    arrivedWithElsewhere: 0,
    coLocatedUsers: 0,
    prefixesKnown: 1,
    usersWithoutSubnet: 0,
    settledUsers: 0,
    settledPrefixes: 0,
    settledWithoutSubnet: 0,
    settledDays: 0,
  }
  return { ...alone, ...facts }
}
/** That many came before, from prefixes of their own, over four days. */
const settled = (users: number): Partial<DeviceFacts> => ({
  settledUsers: users,
  settledPrefixes: users,
  settledDays: 4,
})
const onOneSubnet = (users: number): DeviceFacts => device({ users, arrivedWithHere: users - 1 })
const active = (facts: Partial<Activity>): Activity => {
  const idle = {
    clicks: 0,
    ownClicks: 0,
    clicksInHour: 0,
    clicksOnOffer: 0,
    conversions: 0,
    convertedClicks: 0,
    fastConversions: 0,
    earlyConversions: 0,
    reversedConversions: 0,
    plainConversions: 0,
    expectedConversions: undefined,
    expectedLost: undefined,
    haste: undefined,
    delay: undefined,
    followedClicks: 0,
    hurriedClicks: 0,
    gapSquares: 0,
    timedVisits: 0,
    eveningLean: 0,
    knownOffers: 0,
    offerWorth: 0,
    skippedSteps: 0,
    takenSteps: 0,
    expectedSkips: undefined,
  }
  return { ...idle, ...facts }
}
const behind = (name: AddressClass | undefined): AddressFacts => ({ asn: 64_500, class: name })

const peerRows = (kind: PeerKind): readonly Row[] => [
  [undefined, {}],
  [0, { peers: noPeers }],
  [0.5, { peers: { ...noPeers, [kind]: 0.4 } }],
  [1, { peers: { ...noPeers, [kind]: 3 } }],
  [-0.6, { peers: { ...noPeers, [kind]: -2 } }],
]

type Row = readonly [share: number | undefined, evidence: Partial<Evidence>]

/** Every signal: what it makes of which facts. */
const table: Readonly<Record<string, readonly Row[]>> = {
  webdriver: [
    [1, { isAutomated: true }],
    [0, { isAutomated: false }],
  ],
  bot_user_agent: [
    [1, { isBot: true }],
    [0, { isBot: false }],
  ],
  stealth_gpu: [
    [1, { gpu: 'Intel Iris OpenGL Engine', systems: ['windows'] }],
    [0, { gpu: 'Intel Iris OpenGL Engine', systems: ['macos'] }],
    [0, { gpu: 'Intel Iris Xe', systems: ['windows'] }],
    [undefined, { gpu: 'Intel Iris OpenGL Engine' }],
    [undefined, { systems: ['windows'] }],
  ],
  software_gpu: [
    [1, { gpu: 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)' }],
    [1, { gpu: 'llvmpipe (LLVM 15.0.7, 256 bits)' }],
    [1, { gpu: 'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0)' }],
    [1, { gpu: 'ANGLE (VMware, Inc., SVGA3D; build: RELEASE; LLVM;, OpenGL 3.3)' }],
    [1, { gpu: 'Android Emulator OpenGL ES Translator (Apple M1)' }],
    [0, { gpu: 'Adreno (TM) 830' }],
  ],
  software_gpu_on_phone: [
    [1, { gpu: 'SwiftShader', systems: ['android'] }],
    [1, { gpu: 'SwiftShader', systems: ['ios'] }],
    [0, { gpu: 'SwiftShader', systems: ['windows'] }],
    [0, { gpu: 'Adreno (TM) 830', systems: ['android'] }],
    [undefined, { gpu: 'SwiftShader' }],
  ],
  headless_screen: [
    [1, { screen: { longSide: 800, shortSide: 600 } }],
    [0, { screen: { longSide: 1920, shortSide: 1080 } }],
  ],
  gpu_mismatch: [
    [undefined, { systems: ['android'], gpu: 'ANGLE (NVIDIA, Direct3D11)', isNamedEmulator: true }],
    [1, { systems: ['android', 'ios'], gpu: 'ANGLE (NVIDIA, Direct3D11)', isNamedEmulator: true }],
    [1, { systems: ['android'], gpu: 'ANGLE (NVIDIA, Direct3D11)', isNamedEmulator: false }],
    [1, { gpu: 'ANGLE (Intel, Iris Xe Direct3D11)', systems: ['ios'] }],
    [1, { gpu: 'Adreno (TM) 830', systems: ['windows'] }],
    [1, { gpu: 'Mali-G57', systems: ['ios'] }],
    [1, { gpu: 'Apple GPU', systems: ['android'] }],
    [1, { gpu: 'Apple GPU', systems: ['ios', 'windows'] }],
    [0, { gpu: 'Apple GPU', systems: ['macos'] }],
    [0, { gpu: 'Adreno (TM) 830', systems: ['linux'] }],
    [0, { gpu: 'ANGLE (Qualcomm, Adreno (TM) 690 Direct3D11)', systems: ['windows'] }],
    [undefined, { gpu: 'Unheard-of GPU', systems: ['windows'] }],
    [undefined, { gpu: 'Apple GPU' }],
  ],
  platform_mismatch: [
    [1, { platform: 'Win32', systems: ['macos'] }],
    [1, { platform: 'Linux x86_64', systems: ['windows'] }],
    [1, { platform: 'Linux x86_64', systems: ['ios'] }],
    [0, { platform: 'MacIntel', systems: ['ios'] }],
    [0, { platform: 'Linux armv81', systems: ['android'] }],
    [0, { platform: 'Linux armv81', systems: ['linux'] }],
    [undefined, { platform: 'PlayStation 5', systems: ['windows'] }],
  ],
  system_name_mismatch: [
    [1, { hintedSystem: 'Windows', systems: ['macos'] }],
    [1, { system: 'iOS', systems: ['android'] }],
    [1, { hintedSystem: 'macOS', system: 'Windows', systems: ['macos'] }],
    [1, { systems: ['windows', 'linux'] }],
    [0, { systems: ['linux', 'android'] }],
    [0, { hintedSystem: 'Android', system: 'Android', systems: ['linux'] }],
    [0, { system: 'Mac OS', systems: ['ios'] }],
    [undefined, { system: 'Windows' }],
    [undefined, { system: 'Unknown', systems: ['windows'] }],
  ],
  phone_with_desktop_screen: [
    [1, { isPhone: true, screen: { longSide: 1920, shortSide: 1080 }, pixelRatio: 1 }],
    [0, { isPhone: true, screen: { longSide: 2400, shortSide: 1080 }, pixelRatio: 3 }],
    [0, { isPhone: true, screen: { longSide: 844, shortSide: 390 }, pixelRatio: 1 }],
    [0, { isPhone: false, screen: { longSide: 1920, shortSide: 1080 }, pixelRatio: 1 }],
    [undefined, { isPhone: true, screen: { longSide: 1920, shortSide: 1080 } }],
    [undefined, { isPhone: true, pixelRatio: 1 }],
  ],
  phone_without_touch: [
    [1, { isPhone: true, touchPointsMax: 0 }],
    [0, { isPhone: true, touchPointsMax: 5 }],
    [0, { isPhone: false, touchPointsMax: 0 }],
    [undefined, { isPhone: true }],
  ],
  timezone_mismatch: [
    [1, { timezone: 'Europe/Berlin', country: 'US', address: behind(undefined) }],
    [1, { timezone: 'Europe/Berlin', country: 'US', address: behind('vpn') }],
    [0, { timezone: 'Europe/Berlin', country: 'US', address: behind('relay') }],
    [0, { timezone: 'Europe/Berlin', country: 'NO', address: behind(undefined) }],
    [undefined, { timezone: 'UTC', country: 'US', address: behind(undefined) }],
    [undefined, { timezone: 'Mars/Olympus', country: 'US', address: behind(undefined) }],
    [undefined, { timezone: 'Europe/Berlin', country: 'ZZ', address: behind(undefined) }],
    [undefined, { timezone: 'Europe/Berlin', country: 'US' }],
    [undefined, { timezone: 'Europe/Berlin' }],
  ],
  universal_time: [
    [1, { timezone: 'UTC', systems: ['windows'] }],
    [1, { timezone: 'Etc/UTC', systems: ['ios'] }],
    [0, { timezone: 'UTC', systems: ['linux'] }],
    [0, { timezone: 'Europe/Berlin', systems: ['windows'] }],
    [undefined, { timezone: 'UTC' }],
  ],
  hosting_address: [
    [1, { address: behind('hosting') }],
    [0, { address: behind('vpn') }],
    [0, { address: behind(undefined) }],
  ],
  vpn_address: [
    [1, { address: behind('vpn') }],
    [0, { address: behind('hosting') }],
    [0, { address: behind(undefined) }],
  ],
  tor_address: [
    [1, { address: behind('tor') }],
    [0, { address: behind('vpn') }],
    [0, { address: behind(undefined) }],
  ],
  relay_address: [
    [1, { address: behind('relay') }],
    [0, { address: behind('vpn') }],
    [0, { address: behind(undefined) }],
  ],
  hosted_machine: [
    [1, { address: behind('hosting'), gpu: 'llvmpipe (LLVM 15.0.7, 256 bits)' }],
    [1, { address: behind('vpn'), timezone: 'UTC' }],
    [0, { address: behind('hosting'), gpu: 'Adreno (TM) 830', timezone: 'Europe/Berlin' }],
    [0, { address: behind(undefined), gpu: 'llvmpipe (LLVM 15.0.7, 256 bits)' }],
    [undefined, { address: behind('hosting') }],
    [undefined, { timezone: 'UTC' }],
  ],
  new_users: [
    [0, { device: onOneSubnet(1) }],
    [0.15, { device: onOneSubnet(2) }],
    [0.45, { device: onOneSubnet(3) }],
    [0.725, { device: onOneSubnet(4) }],
    [1, { device: onOneSubnet(5) }],
    [1, { device: onOneSubnet(64) }],
    [0.15, { device: device({ users: 3, arrivedWithElsewhere: 2, prefixesKnown: 3 }) }],
    [0.075, { device: device({ users: 3, arrivedWithHere: 0.5, prefixesKnown: 1 }) }],
    [0.45, { device: device({ users: 5, arrivedWithHere: 1, arrivedWithElsewhere: 2, prefixesKnown: 2 }) }],
    [1, { device: device({ users: 9, arrivedWithElsewhere: 8, prefixesKnown: 9 }) }],
    [0.15, { device: device({ users: 9, arrivedWithElsewhere: 8, prefixesKnown: 9 }), isCommonBuild: true }],
    [1, { device: device({ users: 9, arrivedWithElsewhere: 8, prefixesKnown: 5 }), isCommonBuild: true }],
    [0.15, { device: device({ ...settled(20), users: 29, arrivedWithElsewhere: 4, prefixesKnown: 29 }) }],
    [1, { device: device({ ...settled(20), users: 39, arrivedWithElsewhere: 11, prefixesKnown: 39 }) }],
    [
      0.15,
      {
        device: device({
          users: 29,
          arrivedWithElsewhere: 4,
          settledUsers: 20,
          settledWithoutSubnet: 20,
          settledDays: 4,
        }),
      },
    ],
  ],
  alike_newcomers: [
    [undefined, { user: { newDevices: 1 } }],
    [0, { user: { newDevices: 1, alikeNewcomers: 3 } }],
    [4 / 7, { user: { newDevices: 1, alikeNewcomers: 7 } }],
    [1, { user: { newDevices: 1, alikeNewcomers: 30 } }],
    [2 / 7, { user: { newDevices: 1, alikeNewcomers: 10 }, isCommonBuild: true }],
  ],
  co_located_users: [
    [0, { device: device({ coLocatedUsers: 0 }) }],
    [1 / 6, { device: device({ coLocatedUsers: 1 }) }],
    [1 / 2, { device: device({ coLocatedUsers: 3 }) }],
    [1, { device: device({ coLocatedUsers: 8 }) }],
    [1, { device: device({ coLocatedUsers: 60 }) }],
  ],
  blocked_neighbours: [
    [1, { device: device({ blockedUsers: 1 }) }],
    [1, { user: { newDevices: 0, blockedDevices: 1 } }],
    [0, { device: device({ blockedUsers: 0 }), user: { newDevices: 0, blockedDevices: 0 } }],
    [undefined, { device: device({}) }],
  ],
  many_devices: [
    [0, { user: { newDevices: 5 } }],
    [1, { user: { newDevices: 12 } }],
    [1, { user: { newDevices: 32 } }],
  ],
  fast_conversions: [
    [0, { activity: active({ conversions: 5 }) }],
    [0.4, { activity: active({ conversions: 1, fastConversions: 1 }) }],
    [0.4, { activity: active({ conversions: 5, fastConversions: 2, plainConversions: 3 }) }],
    [0.4, { activity: active({ conversions: 2, fastConversions: 1, plainConversions: 1 }) }],
    [1, { activity: active({ conversions: 2, fastConversions: 2 }) }],
    [1, { activity: active({ conversions: 5, fastConversions: 2, plainConversions: 2 }) }],
  ],
  click_flood: [
    [0, { activity: active({ ownClicks: 0 }) }],
    [0, { activity: active({ ownClicks: 30 }) }],
    [1, { activity: active({ ownClicks: 60, conversions: 9, plainConversions: 2 }) }],
    [0, { activity: active({ ownClicks: 60, conversions: 3, plainConversions: 3 }) }],
  ],
  dense_clicks: [
    [0, { activity: active({ clicksInHour: 30 }) }],
    [1, { activity: active({ clicksInHour: 120 }) }],
  ],
  repeated_clicks: [
    [0, { activity: active({ clicksOnOffer: 2 }) }],
    [0.5, { activity: active({ clicksOnOffer: 4 }) }],
    [1, { activity: active({ clicksOnOffer: 6 }) }],
  ],
  high_conversion_share: [
    [undefined, { activity: active({ clicks: 4, conversions: 3, convertedClicks: 3 }) }],
    [0, { activity: active({ clicks: 9, convertedClicks: 3, expectedConversions: 3 }) }],
    [-0.3, { activity: active({ clicks: 40, convertedClicks: 0, expectedConversions: 6 }) }],
    [1, { activity: active({ clicks: 9, convertedClicks: 8, expectedConversions: 1 }) }],
  ],
  early_conversions: [
    [0, { activity: active({ conversions: 3 }) }],
    [0.7, { activity: active({ earlyConversions: 1 }) }],
    [1, { activity: active({ earlyConversions: 3 }) }],
    [0.014, { activity: active({ earlyConversions: 1, plainConversions: 49 }) }],
  ],
  reversed_conversions: [
    [0, { activity: active({}) }],
    [0.5, { activity: active({ reversedConversions: 1, plainConversions: 0.5 }) }],
    [0, { activity: active({ reversedConversions: 2, plainConversions: 198, expectedLost: 10 }) }],
    [1, { activity: active({ reversedConversions: 7, plainConversions: 2, expectedLost: 0.4 }) }],
  ],
  skipped_steps: [
    [undefined, { activity: active({ conversions: 3 }) }],
    [0, { activity: active({ takenSteps: 3, expectedSkips: 0.15 }) }],
    [0.5, { activity: active({ skippedSteps: 2, expectedSkips: 0.2 }) }],
    [0, { activity: active({ skippedSteps: 1, takenSteps: 19, expectedSkips: 1 }) }],
    [1, { activity: active({ skippedSteps: 7, takenSteps: 2, expectedSkips: 0.45 }) }],
  ],
  changing_data: [
    [0, { device: device({ dataVariants: 0 }) }],
    [0, { device: device({ dataVariants: 4 }) }],
    [0.5, { device: device({ dataVariants: 7 }) }],
    [1, { device: device({ dataVariants: 10 }) }],
  ],
  hasty_conversions: [
    [undefined, { activity: active({ conversions: 3 }) }],
    [0, { activity: active({ haste: 0, plainConversions: 3 }) }],
    [1, { activity: active({ haste: 6, plainConversions: 2 }) }],
  ],
  delayed_conversions: [
    [undefined, { activity: active({ conversions: 3 }) }],
    [0, { activity: active({ delay: 0.2, plainConversions: 3 }) }],
    [1, { activity: active({ delay: 6, plainConversions: 2 }) }],
  ],
  hurried_clicks: [
    [0, { activity: active({ followedClicks: 20, hurriedClicks: 2 }) }],
    [1, { activity: active({ followedClicks: 95, hurriedClicks: 90 }) }],
  ],
  even_clicks: [
    [0, { activity: active({}) }],
    [0, { activity: active({ followedClicks: 1, gapSquares: 0 }) }],
    [-0.2, { activity: active({ followedClicks: 20, gapSquares: 30 }) }],
    [1, { activity: active({ followedClicks: 30, gapSquares: 0.2 }) }],
    [undefined, {}],
  ],
  lucrative_offers: [
    [0, { activity: active({}) }],
    [1, { activity: active({ knownOffers: 9, offerWorth: 9 }) }],
    [-0.5, { activity: active({ knownOffers: 9, offerWorth: -9 }) }],
    // One that pays three times as much says little.
    [1.1 / 4 / 0.7, { activity: active({ knownOffers: 1, offerWorth: 1.1 }) }],
    [undefined, {}],
  ],
  odd_hours: [
    [0, { activity: active({}) }],
    [1, { activity: active({ timedVisits: 8, eveningLean: -4 }) }],
    [-0.5, { activity: active({ timedVisits: 8, eveningLean: 7 }) }],
    // Once at noon says little.
    [2 / 15, { activity: active({ timedVisits: 1, eveningLean: 0 }) }],
    [undefined, {}],
  ],
  suspect_choices: peerRows('choices'),
  suspect_line: peerRows('line'),
  suspect_network: peerRows('network'),
  suspect_drawing: peerRows('drawing'),
  suspect_build: peerRows('build'),
  suspect_offers: peerRows('offers'),
  review_list: [
    [1, { isUnderReview: true }],
    [0, { isUnderReview: false }],
  ],
}

test('every signal has its table', () => {
  assert.deepEqual(Object.keys(table).sort(), signals.map(({ name }) => name).sort())
})

for (const signal of signals) {
  for (const [share, facts] of [[undefined, {}] as Row, ...(table[signal.name] ?? [])]) {
    const evidence: Evidence = { systems: [], ...facts }
    test(`${signal.name}: ${JSON.stringify(facts)} is ${share ?? 'no evidence'}`, () => {
      const found = signal.read(evidence)
      if (share === undefined) assert.equal(found, undefined)
      else assert.ok(Math.abs((found ?? Number.NaN) - share) < 1e-12, String(found))
      if (share) assert.match(signal.describe(evidence), /^\S.{5,200}\S$/)
    })
  }
}

test('reasons name rates, and what is usual', () => {
  const say = (name: string, evidence: Partial<Evidence>): string =>
    signals.find((signal) => signal.name === name)?.describe({ systems: [], ...evidence }) ?? ''
  const nine = active({ conversions: 9, reversedConversions: 7, plainConversions: 2, expectedLost: 0.45 })
  assert.equal(
    say('reversed_conversions', { activity: nine }),
    '7 of 9 conversions came back reversed or rejected; usual on these offers is 1 of 20',
  )
  assert.equal(
    say('skipped_steps', { activity: active({ skippedSteps: 3, takenSteps: 1, expectedSkips: 0.2 }) }),
    '3 of 4 goals came without the step before; usual on these offers is 1 of 20',
  )
  assert.equal(
    say('high_conversion_share', {
      activity: active({ clicks: 9, convertedClicks: 8, expectedConversions: 1 }),
    }),
    '8 of 9 clicks converted; usual on these offers is 1',
  )
  assert.equal(
    say('suspect_line', { peers: { ...noPeers, line: 1.1 } }),
    'accounts of about the same age over the same connection are 3.0 times as suspect as is usual',
  )
})

const jargon = /undefined|NaN|null|Infinity|\bline\b|\bsubnet\b|\bshare\b|\d\.\d\d/
const wrongNumber = /\b1 (?:\w+ )?(?:clicks|conversions|users|devices|visits|offers)\b/

for (const signal of signals)
  test(`${signal.name}: its reason is a sentence for people, of one and of many, and of what is not known`, () => {
    const fact = (one: number) => ({
      activity: active(Object.fromEntries(Object.keys(active({})).map((name) => [name, one]))),
      device: device({
        users: one,
        arrivedWithHere: one,
        arrivedWithElsewhere: one,
        coLocatedUsers: one,
        blockedUsers: one,
        dataVariants: one,
      }),
      user: { newDevices: one, blockedDevices: one },
    })
    for (const one of [1, 2, 1234]) {
      const said = signal.describe({
        systems: ['windows'],
        timezone: 'Europe/Berlin',
        country: 'US',
        address: behind('vpn'),
        screen: { longSide: 1920, shortSide: 1080 },
        pixelRatio: 1,
        peers: noPeers,
        ...fact(one),
      } as Evidence)
      assert.ok(said.length <= 160, said)
      assert.doesNotMatch(said, jargon)
      assert.doesNotMatch(said.replace(/\d+ of /g, ''), wrongNumber)
    }
  })
