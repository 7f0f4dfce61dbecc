import { watchAnswer } from './watch-answer.ts'

/** The options of a wall. */
export interface WallOptions {
  /** The address of Quoin; the loader knows its own. */
  readonly baseUrl: string
  /** A session of your server; asked again when it has ended. */
  readonly getSession?: (() => Promise<string> | string) | undefined
  readonly session?: string | undefined
  /** Without a session: the public key and the user. */
  readonly apiKey?: string | undefined
  readonly userId?: string | undefined
  readonly sig?: string | undefined
  readonly subId?: string | undefined
  readonly theme?: 'auto' | 'light' | 'dark' | undefined
  readonly lang?: string | undefined
  /** Room that is kept from the beginning, in pixels: nothing jumps. */
  readonly minHeight?: number | undefined
  /** Less than the app allows, or only once you have called `consent`. */
  readonly collect?: 'off' | 'minimal' | 'full' | 'ask' | undefined
  readonly title?: string | undefined
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
let wallsMade = 0

/** Puts a wall into an element. No style and no script of it run in your page: a frame, and messages that are checked. */
export function mountWall(place: string | Element, options: WallOptions): Wall {
  const host = typeof place === 'string' ? document.querySelector(place) : place
  if (!host) throw new TypeError(`There is no element ${String(place)}.`)
  const baseUrl = readBaseUrl(options.baseUrl)
  const { origin } = new URL(baseUrl)
  wallsMade += 1
  const name = `w${wallsMade}`
  const minHeight = options.minHeight ?? minHeightStandard
  const frame = makeFrame(options, minHeight)
  const listeners: Listeners = {}
  const tell = <Name extends keyof WallEvents>(name: Name, event: WallEvents[Name]): void => {
    for (const listen of listeners[name] ?? []) listen(event)
  }
  let lastTold = ''
  const tellError = (message: string): void => {
    // A wall whose session has ended asks again and again.
    if (message !== lastTold) console.error(message)
    lastTold = message
    tell('error', { message })
  }
  const watch = watchAnswer(frame, baseUrl, (message) => tell('error', { message }))
  /** Each opening has a name of its own, so that the page before cannot speak for it. */
  let id = name
  let openings = 0
  let opened = ''
  let isOpening = false
  let isDestroyed = false
  /** A new session was given, and no wall was ready since. */
  let isRenewed = false
  let isReady = false
  /** The wall hears of both, also when it is loaded later or once more. */
  let theme: 'light' | 'dark' | undefined
  let hasConsented = false
  const send = (type: string, data: unknown): void =>
    frame.contentWindow?.postMessage({ quoin: 1, wall: id, type, data }, origin)
  const refuse = (): void => {
    const proof = options.getSession ? 'session that getSession returned' : 'user that the wall was given'
    tellError(`The ${proof} is not accepted by ${baseUrl}.`)
  }
  const open = async (): Promise<void> => {
    if (isOpening) return
    isOpening = true
    try {
      const address = await addressOf({ ...options, ...(theme && { theme }) }, { isAgain: openings > 0 })
      if (isDestroyed) return
      if (address === opened) return refuse()
      opened = address
      openings += 1
      isReady = false
      isRenewed = openings > 1
      id = isRenewed ? `${name}.${openings}` : name
      frame.src = `${address}#${behindOf(options, id)}`
      watch.opened()
    } catch (error) {
      if (!isDestroyed) tellError(`The wall could not be opened: ${String(error)}`)
    } finally {
      isOpening = false
    }
  }
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || from !== origin || data?.quoin !== 1 || data.wall !== id) return
    watch.heard()
    if (data.type === 'session_expired') {
      // A session that is refused at once is not asked for again and again.
      if (isRenewed) refuse()
      else void open()
    } else if (data.type === 'resize') {
      frame.height = String(Math.max(minHeight, Number(data.data?.height) || 0))
      tell('resize', data.data)
    } else if (data.type === 'ready') {
      isRenewed = false
      isReady = true
      if (theme) send('theme', theme)
      if (hasConsented) send('consent', true)
      tell('ready', data.data)
    } else if (['offer_click', 'reward'].includes(data.type)) tell(data.type, data.data)
  }
  addEventListener('message', hear)
  // The error page of a browser is shown like any other; a wall has spoken by then, or does so at once.
  frame.addEventListener('load', watch.shown)
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
    setTheme(wanted) {
      theme = wanted
      if (isReady) send('theme', theme)
    },
    consent() {
      hasConsented = true
      if (isReady) send('consent', true)
    },
    destroy() {
      isDestroyed = true
      watch.stop()
      removeEventListener('message', hear)
      frame.remove()
    },
  }
}

/** An address without a protocol would be one below the page's own. */
function readBaseUrl(given: string): string {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new TypeError(`baseUrl must begin with http:// or https://; it is ${given}.`)
  return given.replace(/\/+$/, '')
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

/** The address of the wall, without what stands behind the `#`. */
async function addressOf(options: WallOptions, { isAgain }: { readonly isAgain: boolean }): Promise<string> {
  const { baseUrl, apiKey, userId, sig, subId, theme, lang } = options
  if (isAgain && !options.getSession && options.session) throw new Error('the session has ended')
  const session = options.getSession ? await options.getSession() : options.session
  const proof = session === undefined ? { apiKey, userId, sig } : { session }
  const given = Object.entries({ ...proof, subId, theme, lang }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `${readBaseUrl(baseUrl)}/wall?${new URLSearchParams(given)}`
}

function behindOf({ collect }: WallOptions, id: string): URLSearchParams {
  return new URLSearchParams({ quoin: id, origin: location.origin, ...(collect ? { collect } : {}) })
}
