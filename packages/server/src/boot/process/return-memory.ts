import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/**
 * How much garbage may grow old, in percent of what lives, before it is collected. The engine itself takes anything up
 * to 300, the more the faster it collects: a process that has the machine to itself would be the largest.
 */
const growthPercent = 30
/** The least amount of memory that is worth giving back. */
const keptMaxBytes = 24 * 1024 * 1024
/** The first may have begun before the flag was set. */
const collections = 2
/** Each time the engine also forgets some of what it knows about hot code: not often, then. */
const pauseMs = 60_000

/**
 * Gives memory back that the heap needed for a moment. The engine keeps each page that it ever needed, and while a
 * process is busy it gives none back: one slow second of the database, in which thousands of requests wait and grow
 * old, would stay in the size of the process for ever (docs/performance-notes.md). Only a collection under this flag
 * returns pages, so the next are made under it when the heap is far below its peak. Nothing stops for it: they would
 * come anyway. Not set for good: collections under it come more often, and code that is hot is compiled again.
 */
export function returnMemory({ lookEveryMs = 1_000 } = {}): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
  let peakBytes = 0
  let againMs = 0
  setInterval(() => {
    const bytes = getHeapStatistics().total_heap_size
    peakBytes = Math.max(peakBytes, bytes)
    if (peakBytes - bytes < keptMaxBytes || performance.now() < againMs) return
    againMs = performance.now() + pauseMs
    peakBytes = bytes
    returnMemoryOnce()
  }, lookEveryMs).unref()
}

function returnMemoryOnce(): void {
  let left = collections
  const observer = new PerformanceObserver((list) => {
    left -= list.getEntries().filter(isMajor).length
    if (left > 0) return
    observer.disconnect()
    setFlagsFromString('--no-optimize-for-size')
  })
  observer.observe({ entryTypes: ['gc'] })
  setFlagsFromString('--optimize-for-size')
}

function isMajor(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { detail?: { kind?: number } } // of the collector, as Node documents
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}
