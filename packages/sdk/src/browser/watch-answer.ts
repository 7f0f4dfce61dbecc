import { type Cause, tellUnanswered, type Unanswered } from './unanswered.ts'

/** Sees to it that a wall which says nothing is told, with the cause that can be found out. */
interface AnswerWatch {
  /** The frame has got an address. */
  opened(): void
  /** The browser has shown something: perhaps its own error page. */
  shown(): void
  heard(): void
  stop(): void
}

/** How long a wall may say nothing: from its address on, and from the moment on when the browser has shown it. */
const silenceMs = 15_000
const shownSilenceMs = 2_500
const lookMs = 5_000

export function watchAnswer(
  frame: HTMLIFrameElement,
  baseUrl: string,
  tell: (message: string) => void,
): AnswerWatch {
  const { origin } = new URL(baseUrl)
  let timer: ReturnType<typeof setTimeout> | undefined
  let unanswered: Unanswered | undefined
  /** Changes with all that happens, so that an answer to an old question is left alone. */
  let round = 0
  let isAwaited = false
  let mayLook = true
  const tellCause = (cause: Cause): void => {
    isAwaited = false
    clearTimeout(timer)
    unanswered ??= tellUnanswered(frame, origin, cause)
    tell(unanswered.message)
  }
  const lookAndTell = async (): Promise<void> => {
    const asked = round
    const answers = await doesAnswer(baseUrl)
    if (asked === round && isAwaited) tellCause(answers || !mayLook ? 'origin' : 'silent')
  }
  const expectWithin = (ms: number): void => {
    round += 1
    clearTimeout(timer)
    timer = setTimeout(() => void lookAndTell(), ms)
  }
  const hearPolicy = ({
    disposition,
    effectiveDirective,
    blockedURI,
  }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'report' || !isOf(blockedURI, origin)) return
    // The page may forbid the question whether Quoin answers: no answer says nothing then.
    if (effectiveDirective === 'connect-src') mayLook = false
    else if (isAwaited && frameDirectives.includes(effectiveDirective)) tellCause('policy')
  }
  const heard = (): void => {
    round += 1
    isAwaited = false
    clearTimeout(timer)
    unanswered?.remove()
    unanswered = undefined
  }
  document.addEventListener('securitypolicyviolation', hearPolicy)
  return {
    heard,
    opened() {
      isAwaited = true
      expectWithin(silenceMs)
    },
    shown() {
      if (isAwaited) expectWithin(shownSilenceMs)
    },
    stop() {
      heard()
      document.removeEventListener('securitypolicyviolation', hearPolicy)
    },
  }
}

const frameDirectives = ['frame-src', 'child-src', 'default-src']

function isOf(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin
}

async function doesAnswer(baseUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(lookMs)
    await fetch(`${baseUrl}/livez`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    // A policy that forbids the question tells of it in an event, which may come later.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }
}
