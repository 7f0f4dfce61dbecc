/** All at once, their first rounds would keep the first requests waiting for sessions of a database that is still cold. */
const pauseMs = 250

export interface Work {
  stop(): Promise<void>
}

/** Begins periodic works, the first one now and each of the others a moment after the one before; `stops` ends all of them. */
export function beginInTurns(begins: readonly (() => Work)[], stops: AsyncDisposableStack): void {
  const waiting = [...begins]
  const begun: Work[] = []
  const beginNext = (): void => {
    const begin = waiting.shift()
    if (begin === undefined) clearInterval(timer)
    else begun.push(begin())
  }
  const timer = setInterval(beginNext, pauseMs)
  timer.unref()
  beginNext()
  stops.defer(async () => {
    clearInterval(timer)
    for (const work of begun.toReversed()) await work.stop()
  })
}
