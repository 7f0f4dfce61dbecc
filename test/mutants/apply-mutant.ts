import { registerHooks } from 'node:module'

import type { Mutant } from './list-mutants.ts'

/** Loaded before a test: the file that MUTANT names is read with its mistake in it. */
interface Applied extends Mutant {
  readonly url: string
}

const applied: Applied = JSON.parse(process.env['MUTANT'] ?? '{}')

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (url !== applied.url) return loaded
    const source = String(loaded.source)
    return { ...loaded, source: source.slice(0, applied.start) + applied.text + source.slice(applied.end) }
  },
})
