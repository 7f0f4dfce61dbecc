/** A card counts when half of it was in sight for so long. */
const seenMs = 500
const sendEveryMs = 3_000
/** As many as one beacon may name. */
const batchMax = 100

/**
 * Tells which offers came into sight, in batches: each card once, in the background, and never in the way of anything.
 * `hrefOf` makes the address with the visit's proof.
 */
export function watchOffers(root: Element, hrefOf: () => string): void {
  if (!('IntersectionObserver' in window) || !navigator.sendBeacon) return
  const known = new Set<string>()
  const waiting: string[] = []
  const send = (): void => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax)
      // A browser that has too many under way takes none; they wait for the next round.
      if (!navigator.sendBeacon(hrefOf(), new URLSearchParams({ offers: batch.join(',') }))) return
      waiting.splice(0, batch.length)
    }
  }
  const timers = new Map<Element, ReturnType<typeof setTimeout>>()
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target))
        timers.delete(target)
        if (isIntersecting)
          timers.set(
            target,
            setTimeout(() => note(target), seenMs),
          )
      }
    },
    { threshold: 0.5 },
  )
  const note = (card: Element): void => {
    const offer = (card as HTMLElement).dataset['offer'] ?? ''
    sight.unobserve(card)
    timers.delete(card)
    if (offer === '' || known.has(offer)) return
    known.add(offer)
    waiting.push(offer)
  }
  const look = (): void => {
    for (const card of root.querySelectorAll<HTMLElement>('[data-offer]'))
      if (!known.has(card.dataset['offer'] ?? '')) sight.observe(card)
  }
  look()
  new MutationObserver(look).observe(root, { childList: true, subtree: true })
  setInterval(send, sendEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) send()
  })
  // Some browsers leave a page without hiding it first.
  addEventListener('pagehide', send)
}
