import { tellUnanswered, type Unanswered } from './unanswered.ts'

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
/** How long a wall may say nothing: from its address on, and from the moment on when the browser has shown it. */
const silenceMs = 15_000
const shownSilenceMs = 2_500
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
  let unanswered: Unanswered | undefined
  let isAnswered = false
  const expectWithin = (ms: number): void => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      unanswered ??= tellUnanswered(frame, origin)
      tell('error', { message: unanswered.message })
    }, ms)
  }
  const isHeard = (): void => {
    clearTimeout(silence)
    unanswered?.remove()
    unanswered = undefined
  }
  const open = async (): Promise<void> => {
    try {
      frame.src = await addressOf(options, { id, isAgain: frame.src !== '' })
    } catch (error) {
      tell('error', { message: `The wall could not be opened: ${String(error)}` })
      return
    }
    isAnswered = false
    expectWithin(silenceMs)
  }
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || from !== origin || data?.quoin !== 1 || data.wall !== id) return
    isAnswered = true
    isHeard()
    if (data.type === 'session_expired') void open()
    else if (data.type === 'resize') {
      frame.height = String(Math.max(minHeight, Number(data.data?.height) || 0))
      tell('resize', data.data)
    } else if (['ready', 'offer_click', 'reward'].includes(data.type)) tell(data.type, data.data)
  }
  addEventListener('message', hear)
  // The error page of a browser is shown like any other; a wall has spoken by then, or does so at once.
  frame.addEventListener('load', () => {
    if (frame.src !== '' && !isAnswered) expectWithin(shownSilenceMs)
  })
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
      isHeard()
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
