import { Pace, rowsWithin } from '../../packages/server/src/group-commit/pace.ts'
import { percentile } from '../report.ts'
import { EventQueue } from './event-queue.ts'

/** Service times, as they were measured, and the machines of a cell. */
export interface CellParts {
  /** Processes that answer, each on a processor of its own. */
  readonly processes: number
  /** Processors of its database. */
  readonly databaseProcessors: number
  /** Processor time of a link in a process, and of a link that is refused. */
  readonly linkMs: number
  readonly refusalMs: number
  /** The wait of each commit for disks and standbys, and the processor time of a click in the database. */
  readonly commitMs: number
  readonly clickMs: number
  /** One group of clicks on the local disk. */
  readonly spoolMs: number
  /** How long clicks may wait on the local disk; 0: none goes there. */
  readonly overflowSec: number
}

export interface Traffic {
  /** Links of its own publishers, a second. */
  readonly perSecond: number
  /** Links of a cell that is down, a second: they are redirected, and their clicks are kept on the disk for it. */
  readonly ofOthersPerSecond: number
  readonly seconds: number
  /** The beginning that is left out. */
  readonly settleSec: number
}

export interface CellRun {
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Shares of the links. */
  readonly refused: number
  readonly spooled: number
  /** For how long the oldest of them waited on the disk. */
  readonly spooledMaxSec: number
  /** How busy the processes and the database were. */
  readonly processBusy: number
  readonly databaseBusy: number
}

/** As in `boot/ports/open-writers.ts` and `http/raw/shed-load.ts`. */
const rowsMax = 500
const flushesMax = 2
const eagerRows = 16
const crowdedMs = 500
const rowsMin = 500
const persistentMs = 300
const calmMs = 1_000
const lagMaxMs = 1_000

interface Process {
  freeAtMs: number
  readonly waiting: { readonly sinceMs: number; readonly enteredMs: number }[]
  flushing: number
  inFlight: number
  lateSinceMs: number | undefined
  refusedAtMs: number
  readonly pace: Pace
}

type Event =
  | { readonly kind: 'arrival'; readonly isOfOthers: boolean }
  | { readonly kind: 'entry'; readonly process: Process; readonly sinceMs: number }
  | { readonly kind: 'flushed'; readonly process: Process; readonly sinceMs: readonly number[] }
  | { readonly kind: 'replay' }

/** A cell under links that come by chance (Poisson), by the same rules as the server's own queues. */
export function simulateCell(parts: CellParts, traffic: Traffic, random: () => number): CellRun {
  const cell = new Cell(parts, traffic, random)
  return cell.run()
}

class Cell {
  readonly #parts: CellParts
  readonly #traffic: Traffic
  readonly #random: () => number
  readonly #events = new EventQueue<Event>()
  readonly #processes: readonly Process[]
  readonly #databaseFreeAtMs: number[]
  #nowMs = 0
  readonly #tookMs: number[] = []
  #links = 0
  #refused = 0
  #spooled = 0
  /** Clicks on the disk, and since when the oldest waits. */
  #onDisk = 0
  #diskSinceMs = 0
  #diskMaxMs = 0
  #isDraining = false
  #processMs = 0
  #databaseMs = 0

  constructor(parts: CellParts, traffic: Traffic, random: () => number) {
    this.#parts = parts
    this.#traffic = traffic
    this.#random = random
    this.#processes = Array.from({ length: parts.processes }, () => ({
      freeAtMs: 0,
      waiting: [],
      flushing: 0,
      inFlight: 0,
      lateSinceMs: undefined,
      refusedAtMs: Number.NEGATIVE_INFINITY,
      pace: new Pace(),
    }))
    this.#databaseFreeAtMs = Array.from({ length: parts.databaseProcessors }, () => 0)
  }

  run(): CellRun {
    const { seconds, settleSec } = this.#traffic
    const endMs = seconds * 1000
    this.#nextArrival(false)
    this.#nextArrival(true)
    this.#events.add(calmMs, { kind: 'replay' })
    for (;;) {
      const next = this.#events.take()
      if (next === undefined || next.atMs > endMs) break
      this.#nowMs = next.atMs
      this.#happen(next.event)
    }
    const countedMs = (seconds - settleSec) * 1000
    const shareOf = (count: number): number => (this.#links === 0 ? 0 : count / this.#links)
    if (this.#onDisk > 0) this.#diskMaxMs = Math.max(this.#diskMaxMs, endMs - this.#diskSinceMs)
    return {
      meanMs: this.#tookMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, this.#tookMs.length),
      p50Ms: percentile(this.#tookMs, 0.5),
      p99Ms: percentile(this.#tookMs, 0.99),
      refused: shareOf(this.#refused),
      spooled: shareOf(this.#spooled),
      spooledMaxSec: this.#diskMaxMs / 1000,
      processBusy: this.#processMs / (countedMs * this.#parts.processes),
      databaseBusy: this.#databaseMs / (countedMs * this.#parts.databaseProcessors),
    }
  }

  get #isCounted(): boolean {
    return this.#nowMs >= this.#traffic.settleSec * 1000
  }

  #happen(event: Event): void {
    if (event.kind === 'arrival') this.#arrive(event.isOfOthers)
    else if (event.kind === 'entry') this.#enter(event.process, event.sinceMs)
    else if (event.kind === 'flushed') this.#flushed(event.process, event.sinceMs)
    else this.#replay()
  }

  #nextArrival(isOfOthers: boolean): void {
    const { perSecond, ofOthersPerSecond } = this.#traffic
    const rate = isOfOthers ? ofOthersPerSecond : perSecond
    if (rate === 0) return
    const gapMs = (-Math.log(1 - this.#random()) * 1000) / rate
    this.#events.add(this.#nowMs + gapMs, { kind: 'arrival', isOfOthers })
  }

  #arrive(isOfOthers: boolean): void {
    this.#nextArrival(isOfOthers)
    const process = this.#processes[Math.floor(this.#random() * this.#processes.length)]
    if (process === undefined) return
    const { linkMs, refusalMs, spoolMs } = this.#parts
    const lagMs = Math.max(0, process.freeAtMs - this.#nowMs)
    if (this.#isCounted) this.#links += 1
    const isCrowded = !isOfOthers && this.#isCrowded(process, lagMs)
    const goesOver = isCrowded && this.#overflowTakes()
    const isRefused = lagMs > lagMaxMs || (isCrowded && !goesOver)
    const workMs = isRefused ? refusalMs : linkMs
    process.freeAtMs = Math.max(process.freeAtMs, this.#nowMs) + workMs
    if (this.#isCounted) this.#processMs += workMs
    if (isRefused) {
      if (this.#isCounted) this.#refused += 1
      return
    }
    if (isOfOthers || goesOver) {
      // One group of the disk is written while the next gathers: half of one is waited for, and its own.
      this.#note(process.freeAtMs + spoolMs * 1.5 - this.#nowMs)
      if (this.#isCounted) this.#spooled += 1
      if (goesOver) this.#keep()
      return
    }
    this.#events.add(process.freeAtMs, { kind: 'entry', process, sinceMs: this.#nowMs })
  }

  #note(tookMs: number): void {
    if (this.#isCounted) this.#tookMs.push(tookMs)
  }

  #keep(): void {
    if (this.#onDisk === 0) this.#diskSinceMs = this.#nowMs
    this.#onDisk += 1
  }

  #overflowTakes(): boolean {
    const { overflowSec } = this.#parts
    const ageMs = this.#onDisk === 0 ? 0 : this.#nowMs - this.#diskSinceMs
    return !this.#isDraining && ageMs < overflowSec * 1000
  }

  /** As `Batcher.isCrowded`. */
  #isCrowded(process: Process, lateMs: number): boolean {
    if (!this.#isPressed(process)) return false
    const rows = process.waiting.length + process.inFlight
    const { msPerRow } = process.pace
    if (rows < rowsWithin({ msPerRow, withinMs: crowdedMs - lateMs, rowsMin })) return false
    process.refusedAtMs = this.#nowMs
    return true
  }

  #isPressed({ lateSinceMs, refusedAtMs }: Process): boolean {
    const isPersistent = lateSinceMs !== undefined && this.#nowMs - lateSinceMs > persistentMs
    return isPersistent || this.#nowMs - refusedAtMs < calmMs
  }

  #enter(process: Process, sinceMs: number): void {
    process.waiting.push({ sinceMs, enteredMs: this.#nowMs })
    this.#flushMore(process)
  }

  #flushMore(process: Process): void {
    for (;;) {
      const { waiting, flushing } = process
      const isFree = flushing === 0 || (flushing < flushesMax && waiting.length >= eagerRows)
      if (waiting.length === 0 || !isFree) return
      process.flushing += 1
      const ageMs = this.#nowMs - (waiting[0]?.enteredMs ?? this.#nowMs)
      process.lateSinceMs = ageMs > crowdedMs ? (process.lateSinceMs ?? this.#nowMs) : undefined
      const free = flushesMax - process.flushing + 1
      const rows = waiting.splice(0, Math.min(rowsMax, Math.max(eagerRows, Math.ceil(waiting.length / free))))
      process.inFlight += rows.length
      process.pace.begin(this.#nowMs)
      const sinceMs = rows.map((row) => row.sinceMs)
      this.#events.add(this.#commit(rows.length), { kind: 'flushed', process, sinceMs })
    }
  }

  /** When a group of so many clicks is written and copied: processors of the database first, disks and standbys then. */
  #commit(rows: number): number {
    const { clickMs, commitMs } = this.#parts
    const free = this.#databaseFreeAtMs
    const at = free.indexOf(Math.min(...free))
    const workMs = rows * clickMs
    const doneMs = Math.max(free[at] ?? 0, this.#nowMs) + workMs
    free[at] = doneMs
    if (this.#isCounted) this.#databaseMs += workMs
    return doneMs + commitMs
  }

  #flushed(process: Process, sinceMs: readonly number[]): void {
    for (const since of sinceMs) this.#note(this.#nowMs - since)
    process.flushing -= 1
    process.inFlight -= sinceMs.length
    const isLast = process.flushing === 0 && process.waiting.length === 0
    process.pace.end({ rows: sinceMs.length, nowMs: this.#nowMs, isLast })
    if (isLast) process.lateSinceMs = undefined
    this.#flushMore(process)
  }

  /** Each process brings over what it has kept; they are one here, and write one group at a time for each. */
  #replay(): void {
    const { overflowSec, processes } = this.#parts
    if (!this.#isDraining) {
      const isCalm = this.#processes.every((process) => !this.#isPressed(process))
      const isOld = this.#nowMs - this.#diskSinceMs > overflowSec * 1000
      this.#isDraining = this.#onDisk > 0 && (isCalm || isOld)
    }
    if (!this.#isDraining) {
      this.#events.add(this.#nowMs + calmMs, { kind: 'replay' })
      return
    }
    let doneMs = this.#nowMs
    for (let one = 0; one < processes && this.#onDisk > 0; one += 1) {
      const rows = Math.min(rowsMax, this.#onDisk)
      this.#onDisk -= rows
      doneMs = Math.max(doneMs, this.#commit(rows))
    }
    if (this.#onDisk === 0) {
      this.#isDraining = false
      this.#diskMaxMs = Math.max(this.#diskMaxMs, doneMs - this.#diskSinceMs)
    }
    this.#events.add(doneMs, { kind: 'replay' })
  }
}
