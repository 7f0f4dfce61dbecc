/** Reads at once and then again and again, one reading at a time, until the returned function is called. */
export function readEvery(
  everyMs: number,
  read: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= read()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
