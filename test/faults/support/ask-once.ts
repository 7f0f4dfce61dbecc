import type { FaultWorld } from './fault-world.ts'

/** More than any offer here pays: what would lose money is held for a person. */
export const reportedUsd = 200

export interface Asked {
  readonly click: number
  readonly clickId: string
  readonly postback: number
}

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
}

/** The answers to a visitor now, and to the network that reports their conversion. */
export async function askOnce(world: FaultWorld): Promise<Asked> {
  const { url } = world.server()
  const link = `${url}/track?offerId=${world.offerId}&apiKey=${world.apiKey}&userId=u-${Math.random()}`
  const followed = await fetch(link, { redirect: 'manual', headers })
  const clickId = /click_id=([0-9a-f-]{36})/.exec(followed.headers.get('location') ?? '')?.[1] ?? ''
  const reported = await fetch(`${url}/postback?click_id=${clickId}&payout=${reportedUsd}&status=approved`)
  return { click: followed.status, clickId, postback: reported.status }
}

/** The answer of /readyz. */
export async function readinessOf(world: FaultWorld): Promise<string> {
  return await (await fetch(`${world.server().url}/readyz`)).text()
}
