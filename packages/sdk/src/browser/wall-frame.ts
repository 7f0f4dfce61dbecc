/** The options of a wall. */
export interface WallOptions {
  /** The address of Quoin; the loader knows its own. */
  readonly baseUrl: string
  /** A session of your server; asked again when it has ended. */
  readonly getSession?: () => Promise<string> | string
  readonly session?: string
  /** Without a session: the public key and the user. */
  readonly apiKey?: string
  readonly userId?: string
  readonly sig?: string
  readonly subId?: string
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly lang?: string
  /** Room that is kept from the beginning, in pixels: nothing jumps. */
  readonly minHeight?: number
  /** Less than the app allows, or only once you have called `consent`. */
  readonly collect?: 'off' | 'minimal' | 'full' | 'ask'
  readonly title?: string
}

export interface WallEvents {
  readonly ready: null
  readonly resize: { readonly height: number }
  readonly offer_click: { readonly offer_id: number }
  /** A hint to look at the balance; never a proof that something was earned. */
  readonly reward: { readonly offer_id: number; readonly amount: number; readonly currency: string }
  readonly error: { readonly message: string }
}

type Listeners = { [Name in keyof WallEvents]?: Set<(event: WallEvents[Name]) => void> }

export interface Wall {
  readonly frame: HTMLIFrameElement
  /** Returns what takes the listener off again. */
  on<Name extends keyof WallEvents>(name: Name, listen: (event: WallEvents[Name]) => void): () => void
  refresh(): void
  setTheme(theme: 'light' | 'dark'): void
  /** The visitor agrees that their device is looked at. */
  consent(): void
  destroy(): void
}

const minHeightStandard = 800
const silenceMs = 15_000
let wallsMade = 0

/** Puts a wall into an element. No style and no script of it run in your page: a frame, and messages that are checked. */
export function mountWall(place: string | Element, options: WallOptions): Wall {
  const host = typeof place === 'string' ? document.querySelector(place) : place
  if (!host) throw new TypeError(`There is no element ${String(place)}.`)
  const origin = new URL(options.baseUrl).origin
  wallsMade += 1
  const id = `w${wallsMade}`
  const minHeight = options.minHeight ?? minHeightStandard
  const frame = makeFrame(options, minHeight)
  const listeners: Listeners = {}
  const tell = <Name extends keyof WallEvents>(name: Name, event: WallEvents[Name]): void => {
    for (const listen of listeners[name] ?? []) listen(event)
  }
  const send = (type: string, data: unknown): void =>
    frame.contentWindow?.postMessage({ quoin: 1, wall: id, type, data }, origin)
  let silence: ReturnType<typeof setTimeout> | undefined
  const open = async (): Promise<void> => {
    try {
      frame.src = await addressOf(options, { id, isAgain: frame.src !== '' })
    } catch (error) {
      tell('error', { message: `The wall could not be opened: ${String(error)}` })
      return
    }
    clearTimeout(silence)
    silence = setTimeout(() => {
      const message = `The wall does not answer. Does the app allow the origin ${location.origin}?`
      console.error(message)
      tell('error', { message })
    }, silenceMs)
  }
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || from !== origin || data?.quoin !== 1 || data.wall !== id) return
    clearTimeout(silence)
    if (data.type === 'session_expired') void open()
    else if (data.type === 'resize') {
      frame.height = String(Math.max(minHeight, Number(data.data?.height) || 0))
      tell('resize', data.data)
    } else if (['ready', 'offer_click', 'reward'].includes(data.type)) tell(data.type, data.data)
  }
  addEventListener('message', hear)
  host.append(frame)
  void open()
  return {
    frame,
    on(name, listen) {
      const own: Set<typeof listen> = listeners[name] ?? new Set()
      listeners[name] = own as never // of this very name
      own.add(listen)
      return () => own.delete(listen)
    },
    refresh: () => send('refresh', null),
    setTheme: (theme) => send('theme', theme),
    consent: () => send('consent', true),
    destroy() {
      clearTimeout(silence)
      removeEventListener('message', hear)
      frame.remove()
    },
  }
}

/** Attributes alone: the page's policy needs to allow the frame and nothing else. */
function makeFrame({ title = 'Offers' }: WallOptions, minHeight: number): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.width = '100%'
  frame.height = String(minHeight)
  frame.setAttribute('frameborder', '0')
  frame.referrerPolicy = 'origin'
  frame.allow = 'clipboard-write'
  for (const allowed of ['scripts', 'same-origin', 'forms', 'popups', 'popups-to-escape-sandbox'])
    frame.sandbox.add(`allow-${allowed}`)
  return frame
}

async function addressOf(
  options: WallOptions,
  { id, isAgain }: { id: string; isAgain: boolean },
): Promise<string> {
  const { baseUrl, apiKey, userId, sig, subId, theme, lang, collect } = options
  if (isAgain && !options.getSession && options.session) throw new Error('the session has ended')
  const session = options.getSession ? await options.getSession() : options.session
  const proof = session === undefined ? { apiKey, userId, sig } : { session }
  const given = Object.entries({ ...proof, subId, theme, lang }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const behind = new URLSearchParams({ quoin: id, origin: location.origin, ...(collect ? { collect } : {}) })
  return `${baseUrl.replace(/\/+$/, '')}/wall?${new URLSearchParams(given)}#${behind}`
}
