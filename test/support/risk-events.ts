/** A made-up population with labels, as files of `risk evaluate` hold it. */
export interface MadePopulation {
  readonly events: readonly object[]
  readonly labels: readonly object[]
}

const startSec = 1_790_000_000
const daySec = 86_400

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
const honestData = {
  user_agent: windows,
  platform: 'Win32',
  webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 620 (0x00005917) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  resolution: '1920x1080',
  max_touch_points: 0,
  webdriver: false,
  timezone: 'America/New_York',
}

/**
 * Honest users with a device and a home each, some of them in families; rings of accounts on one device within
 * hours; and scripts in data centres. The same every time.
 */
export function makePopulation(size: number): MadePopulation {
  const events: { ts: number }[] = []
  const labels: object[] = []
  for (let index = 0; index < size; index += 1) {
    const kind =
      index % 10 === 0 ? 'ring' : index % 10 === 1 ? 'script' : index % 10 === 2 ? 'family' : 'single'
    const isFraud = kind === 'ring' || kind === 'script'
    const person =
      kind === 'ring' || kind === 'family' ? `${kind} ${Math.floor(index / 60)}` : `person ${index}`
    labels.push({ user_id: `u${index}`, person_id: person, kind, fraud: Number(isFraud), multi: 0 })
    for (const event of eventsOf({ index, kind, person })) events.push(event)
  }
  return { events: events.toSorted((a, b) => a.ts - b.ts), labels }
}

function* eventsOf({
  index,
  kind,
  person,
}: {
  index: number
  kind: string
  person: string
}): Generator<{ ts: number }> {
  const shared = kind === 'ring' || kind === 'family'
  const house = shared ? Math.floor(index / 60) + 200 : index
  const firstSec =
    startSec +
    (kind === 'ring'
      ? Math.floor(index / 60) * daySec + (index % 60) * 60
      : index * (kind === 'family' ? 40_000 : 4_000))
  const script = {
    ...honestData,
    webgl_renderer: 'Google SwiftShader',
    webdriver: index % 20 === 1,
    timezone: 'UTC',
  }
  const ip = kind === 'script' ? `52.95.110.${index % 250}` : `184.${57 + (house >> 8)}.${house % 256}.9`
  const body = {
    fingerprint_hash: shared ? person : `hash ${index}`,
    user_id: `u${index}`,
    fingerprint_data: kind === 'script' ? script : honestData,
  }
  yield { type: 'fingerprint', ts: firstSec, ip, ua: windows, body } as { ts: number }
  const isQuick = kind === 'ring' || kind === 'script'
  for (let click = 0; click < 4; click += 1) {
    const ts = firstSec + 60 + click * (isQuick ? 120 : 3_000)
    const click_id = `c${index}-${click}`
    yield { type: 'click', ts, ip, ua: windows, user_id: `u${index}`, offer_id: click, click_id } as {
      ts: number
    }
    if (click % (isQuick ? 2 : 4) !== 0) continue
    const converted = { type: 'conversion', ts: ts + (isQuick ? 6 : 1_800), click_id, user_id: `u${index}` }
    yield { ...converted, payout: 1, status: 'approved' } as { ts: number }
  }
}

/** One JSON object a line. */
export function toLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
