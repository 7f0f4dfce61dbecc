import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { compileTemplate, type Template, templateProblem } from '@quoin/core/macros/expand.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'

/** An offer as a link meets it: read from the catalogue and its destination compiled. */
export interface LinkTarget {
  readonly offer: CatalogueOffer
  /** Undefined when the stored URL leads nowhere. */
  readonly destination: Template | undefined
}

/** The offers that are clicked are few; a catalogue may hold many. */
const targetsMax = 4_096
const fallbacksMax = 1_024

/** A catalogue never changes, so that what was read of it stays true, and goes with it. */
const targetsByCatalogue = new WeakMap<Catalogue, Map<number, LinkTarget>>()
const fallbackByUrl = new Map<string, Template | undefined>()

export function findTarget(catalogue: Catalogue, offerId: number): LinkTarget | undefined {
  const targets = targetsByCatalogue.get(catalogue) ?? new Map<number, LinkTarget>()
  const known = targets.get(offerId)
  if (known) return known
  const offer = catalogue.findOffer(offerId)
  if (!offer) return undefined
  const target = { offer, destination: compile(offer.destinationUrl) }
  targetsByCatalogue.set(catalogue, remember(targets, { key: offerId, value: target, sizeMax: targetsMax }))
  return target
}

/** The first fallback that leads somewhere. */
export function findFallback(urls: readonly string[]): Template | undefined {
  for (const url of urls) {
    const template = fallbackByUrl.get(url) ?? compile(url)
    remember(fallbackByUrl, { key: url, value: template, sizeMax: fallbacksMax })
    if (template) return template
  }
  return undefined
}

/** Imports and settings are checked; a row that was written by hand must not become an error of the visitor. */
function compile(url: string): Template | undefined {
  return templateProblem(url) === undefined ? compileTemplate(url) : undefined
}

/** Beyond its size a map forgets what it has known longest. */
function remember<Key, Value>(
  map: Map<Key, Value>,
  { key, value, sizeMax }: { key: Key; value: Value; sizeMax: number },
): Map<Key, Value> {
  if (map.size >= sizeMax && !map.has(key)) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  return map.set(key, value)
}
