import { setTimeout as delay } from 'node:timers/promises'

const triesMax = 600
const pauseMs = 100

/** As callers do: whom a busy server asks to come back, comes back. A minute of that is an answer, too. */
export async function askAgain(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || tries === triesMax) return answer
    await delay(pauseMs)
  }
}
