/** Aborts at the first Ctrl-C or SIGTERM; what is under way ends in order, and further ones change nothing. */
export function stopOnSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}
