import type { FeedServer } from './feed-servers/feed-server.ts'
import type { World } from './world.ts'

export interface Pixel {
  readonly network_pixel_id: number
  readonly pixel_type: string
  readonly pixel_status: string
  readonly pixel_level: string
  readonly delivery_method: string
  readonly postback_url: string
}

/** The pixels that an Everflow has. */
export async function pixelsOf({ origin, key }: FeedServer): Promise<readonly Pixel[]> {
  const answer = await fetch(`${origin}/v1/affiliates/pixels`, { headers: { 'x-eflow-api-key': key } })
  const { pixels } = (await answer.json()) as { pixels: readonly Pixel[] } // its own shape
  return pixels
}

/** Changes a pixel there, or adds one, as a person would. */
export async function setPixel(
  { origin, key }: FeedServer,
  pixel: Partial<Pixel> & Pick<Pixel, 'postback_url'>,
): Promise<void> {
  const { network_pixel_id: id, ...fields } = pixel
  const whole = {
    ...{
      delivery_method: 'postback',
      pixel_level: 'global',
      pixel_type: 'conversion',
      pixel_status: 'active',
    },
    ...fields,
  }
  const answer = await fetch(`${origin}/v1/affiliates/pixels${id === undefined ? '' : `/${id}`}`, {
    method: id === undefined ? 'POST' : 'PUT',
    headers: { 'x-eflow-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(whole),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Sends what active pixels of a kind send: the macros filled, as the network does. */
export async function firePixels(
  world: World,
  server: FeedServer,
  type: string,
  macros: Readonly<Record<string, string>>,
): Promise<readonly { readonly status: number; readonly body: string }[]> {
  const active = (await pixelsOf(server)).filter(
    (one) => one.pixel_type === type && one.pixel_status === 'active',
  )
  const answers = []
  for (const { postback_url: template } of active) {
    const url = new URL(template.replace(/\{(\w+)\}/g, (_all, name: string) => macros[name] ?? ''))
    const answer = await world.get(`${url.pathname}${url.search}`)
    answers.push({ status: answer.statusCode, body: answer.body })
  }
  return answers
}
