import { readSettings } from './config.ts'
import { serve } from './serve/serve.ts'

const hardStopMs = 25_000

/** `quoin serve`: runs until SIGTERM or SIGINT, then drains. */
export async function runServer(): Promise<void> {
  const serving = await serve(readSettings(process.env))
  let isStopping = false
  const stop = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches us from the terminal and again through npm: the second one is not impatience.
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      console.error(`Not stopped ${hardStopMs / 1000} s after ${signal}: ending now.`)
      process.exit(1)
    }, hardStopMs).unref()
    serving.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)
}
