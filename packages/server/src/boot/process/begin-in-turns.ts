/** All at once, their first rounds would keep the first requests waiting for sessions of a database that is still cold. */
const pauseMs = 250

export interface Work {
  stop(): Promise<void>
}

/** Begins periodic works, the first one now and each of the others a moment after the one before; `stops` ends all of them. */
export function beginInTurns(begins: readonly (() => Work)[], stops: AsyncDisposableStack): void {
  const waiting = [...begins]
  const begun = new AsyncDisposableStack()
  const beginNext = (): void => {
    const begin = waiting.shift()
    const work = begin?.()
    if (work === undefined) clearInterval(timer)
    else begun.defer(() => work.stop())
  }
  const timer = setInterval(beginNext, pauseMs)
  timer.unref()
  beginNext()
  stops.defer(async () => {
    clearInterval(timer)
    await begun.disposeAsync()
  })
}
