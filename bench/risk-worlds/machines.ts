import type { Chance } from './chance.ts'

/** The facts that a browser states about its machine. */
export interface Machine {
  readonly userAgent: string
  readonly data: Readonly<Record<string, unknown>>
}

const chrome = (chance: Chance): string => `Chrome/${chance.whole(143, 148)}.0.0.0`
const windowsGpus = [
  'ANGLE (Intel, Intel(R) UHD Graphics 620 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (NVIDIA, NVIDIA GeForce GTX 1650 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (AMD, AMD Radeon(TM) Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)',
]
const phoneGpus = [
  'Mali-G52',
  'Mali-G57',
  'Mali-G68',
  'Adreno (TM) 610',
  'Adreno (TM) 619',
  'Adreno (TM) 640',
]
const text = (chance: Chance): string => Math.floor(chance.next() * 2 ** 48).toString(16)

export function drawWindows(chance: Chance): Machine {
  const userAgent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome(chance)} Safari/537.36`
  const gpu = chance.pick(windowsGpus)
  return {
    userAgent,
    data: {
      resolution: chance.pick(['1920x1080', '1366x768', '1536x864', '2560x1440']),
      dpr: 1,
      os: 'Windows',
      platform: 'Win32',
      ua_platform: 'Windows',
      ua_mobile: false,
      webgl_renderer: gpu,
      hardware_concurrency: chance.pick([4, 8, 12, 16]),
      max_touch_points: 0,
      webdriver: false,
      canvas: `${gpu.length}-${userAgent.length}-${chance.whole(1, 60)}`,
    },
  }
}

export function drawPhone(chance: Chance): Machine {
  const userAgent = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome(chance)} Mobile Safari/537.36`
  const gpu = chance.pick(phoneGpus)
  return {
    userAgent,
    data: {
      resolution: chance.pick(['360x800', '393x873', '412x915', '384x854']),
      dpr: chance.pick([2, 2.625, 3]),
      os: 'Android',
      platform: 'Linux armv81',
      ua_platform: 'Android',
      ua_mobile: true,
      webgl_renderer: gpu,
      hardware_concurrency: 8,
      max_touch_points: 5,
      webdriver: false,
      canvas: `${gpu}-${chance.whole(1, 25)}`,
    },
  }
}

/** The same of all that are one model: their hashes are, too. */
export function drawIphone(chance: Chance): Machine {
  const [resolution, dpr] = chance.pick([
    ['390x844', 3],
    ['393x852', 3],
    ['375x667', 2],
    ['414x896', 2],
  ] as const)
  return {
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_${chance.pick([5, 6, 7])} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    data: {
      resolution,
      dpr,
      os: 'iOS',
      platform: 'iPhone',
      webgl_renderer: 'Apple GPU',
      max_touch_points: 5,
      hardware_concurrency: 4,
      webdriver: false,
      canvas: `apple-${resolution}`,
    },
  }
}

export function drawMachine(chance: Chance): Machine {
  return chance.weighted([
    [drawWindows, 30],
    [drawPhone, 50],
    [drawIphone, 20],
  ] as const)(chance)
}

/** Another profile of an anti-detect browser: the template stays, what is drawn and said of the version does not. */
export function disguise(chance: Chance, machine: Machine): Machine {
  const { userAgent } = drawWindows(chance)
  return { userAgent, data: { ...machine.data, user_agent: userAgent, canvas: text(chance) } }
}

/** A phone without a screen, in a data centre or on a table: its GPU is the host's. */
export function emulate(chance: Chance, machine: Machine): Machine {
  const gpu = chance.pick(['Android Emulator OpenGL ES Translator', 'Google SwiftShader', 'Mali-G76'])
  return { ...machine, data: { ...machine.data, webgl_renderer: gpu } }
}
