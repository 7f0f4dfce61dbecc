// Sends requests when they are due, whatever became of those before: node bench/run-open-loop.ts ORDER_FILE
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { OpenLoopOrder, Second } from './open-loop.ts'

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as OpenLoopOrder // written by open-loop.ts
const { hostname, port } = new URL(order.load.origin)
const headers = Object.entries(order.load.headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const requests = order.load.paths.map((path) =>
  Buffer.from(`${order.load.method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`),
)

interface Line {
  readonly socket: Socket
  dueMs: number
  received: string
}

const idle: Line[] = []
const seconds: Tallied[] = []
const startedMs = performance.now()

interface Tallied extends Second {
  readonly acceptedMs: number[]
  readonly refusedMs: number[]
}

function current(atMs: number): Tallied {
  const index = Math.max(0, Math.floor((atMs - startedMs) / 1000))
  while (seconds.length <= index) {
    seconds.push({ sent: 0, accepted: 0, refused: 0, errors: 0, unsent: 0, acceptedMs: [], refusedMs: [] })
  }
  return seconds[index] ?? current(atMs)
}

function open(): void {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const line: Line = { socket, dueMs: 0, received: '' }
  socket.setEncoding('latin1')
  socket.on('connect', () => void idle.push(line))
  socket.on('data', (text: string) => take(line, text))
  socket.on('error', () => {})
  socket.on('close', () => {
    if (line.dueMs > 0) current(performance.now()).errors += 1
    const place = idle.indexOf(line)
    if (place >= 0) idle.splice(place, 1)
    if (!isOver) setTimeout(open, 50)
  })
}

function take(line: Line, text: string): void {
  line.received += text
  const end = line.received.indexOf('\r\n\r\n')
  if (end < 0) return
  const length = Number(/content-length: (\d+)/i.exec(line.received.slice(0, end))?.[1] ?? 0)
  if (line.received.length < end + 4 + length) return
  const status = Number(line.received.slice(9, 12))
  const isClosing = /\r\nconnection: close/i.test(line.received.slice(0, end))
  const nowMs = performance.now()
  const second = current(nowMs)
  const isAccepted = status < 400
  second[isAccepted ? 'accepted' : 'refused'] += 1
  second[isAccepted ? 'acceptedMs' : 'refusedMs'].push(nowMs - line.dueMs)
  line.dueMs = 0
  line.received = ''
  if (!isClosing) idle.push(line)
}

let isOver = false
let sent = 0
for (let count = 0; count < order.connections; count += 1) open()

/** How many are due by now: phases of so many seconds at so many a second. */
function dueBy(elapsedSec: number): number {
  let due = 0
  let from = 0
  for (const { seconds: length, perSecond } of order.phases) {
    due += Math.max(0, Math.min(length, elapsedSec - from)) * perSecond
    from += length
  }
  return due
}

const totalSec = order.phases.reduce((sum, phase) => sum + phase.seconds, 0)
const timer = setInterval(() => {
  const nowMs = performance.now()
  const elapsedSec = (nowMs - startedMs) / 1000
  const due = Math.floor(dueBy(elapsedSec))
  const second = current(nowMs)
  for (; sent < due; sent += 1) {
    const line = idle.pop()
    if (!line) {
      second.unsent += 1
      continue
    }
    line.dueMs = nowMs
    second.sent += 1
    line.socket.write(requests[sent % requests.length] ?? '')
  }
  if (elapsedSec < totalSec) return
  clearInterval(timer)
  setTimeout(finish, 1_500)
}, 1)

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function finish(): void {
  isOver = true
  const shown = seconds.map(({ acceptedMs, refusedMs, ...counts }) => {
    acceptedMs.sort((a, b) => a - b)
    refusedMs.sort((a, b) => a - b)
    return {
      ...counts,
      acceptedP50Ms: percentile(acceptedMs, 0.5),
      acceptedP99Ms: percentile(acceptedMs, 0.99),
      refusedP99Ms: percentile(refusedMs, 0.99),
    }
  })
  process.stdout.write(JSON.stringify(shown), () => process.exit(0))
}
