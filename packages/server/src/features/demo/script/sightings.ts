import { Dice } from './dice.ts'
import type { DemoSighting } from './events.ts'
import type { Visitor } from './visitors.ts'

interface Looks {
  readonly os: string
  readonly resolutions: readonly string[]
  readonly renderers: readonly string[]
  readonly touchPoints: number
}

const looks: Readonly<Record<Visitor['browser']['platform'], Looks>> = {
  android: {
    os: 'Android',
    resolutions: ['412x915', '360x800', '384x832'],
    renderers: ['Adreno (TM) 740', 'Mali-G715', 'Adreno (TM) 619'],
    touchPoints: 5,
  },
  ios: {
    os: 'iOS',
    resolutions: ['390x844', '393x852', '430x932'],
    renderers: ['Apple GPU'],
    touchPoints: 5,
  },
  desktop: {
    os: 'Windows',
    resolutions: ['1920x1080', '2560x1440', '1536x864'],
    renderers: [
      'ANGLE (Intel, Intel(R) UHD Graphics 770 Direct3D11 vs_5_0 ps_5_0)',
      'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0)',
    ],
    touchPoints: 0,
  },
}

/** The fingerprint that an app's page sends when its user opens the wall. */
export function fingerprintOf({
  app,
  visitor,
  atMs,
}: Pick<DemoSighting, 'app' | 'visitor' | 'atMs'>): DemoSighting {
  const dice = new Dice(`device of ${visitor.userId}`)
  const { os, resolutions, renderers, touchPoints } = looks[visitor.browser.platform]
  const isMac = visitor.browser.userAgent.includes('Macintosh')
  return {
    kind: 'sighting',
    atMs: atMs - 4_000,
    app,
    visitor,
    hash: dice.bytes(8).toString('hex'),
    data: {
      os: isMac ? 'macOS' : os,
      resolution: resolutions[dice.below(resolutions.length)],
      webgl_renderer: isMac ? 'Apple M2' : renderers[dice.below(renderers.length)],
      max_touch_points: touchPoints,
    },
  }
}
