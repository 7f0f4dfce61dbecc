const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whoever ends the program leaves nothing half made behind. Returns how to end the watch. */
export function onEndOfProcess(cleanUp: () => Promise<void>): () => void {
  const end = (): void => {
    void cleanUp().finally(() => process.exit(1))
  }
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}
