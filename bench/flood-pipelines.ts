// Run by pipelining.ts: opens connections that send many requests at once and read no answer. Prints how many were closed.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const [port = 0, sockets = 0, requests = 0] = process.argv.slice(2, 5).map(Number)
const path = process.argv[5] ?? '/docs'
const holdMs = 4_000

const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: q.example\r\n\r\n`.repeat(requests))
let closed = 0
const opened = Array.from({ length: sockets }, () => {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  socket.once('close', () => {
    closed += 1
  })
  socket.pause()
  return socket
})
await Promise.all(opened.map((socket) => once(socket, 'connect').catch(() => undefined)))
for (const socket of opened) socket.write(bytes)
// A client that does not read learns of the end of a connection by writing.
for (let waited = 0; waited < holdMs; waited += 100) {
  await delay(100)
  if (waited % 500 === 0) for (const socket of opened) if (socket.writableLength === 0) socket.write(bytes)
}
console.log(JSON.stringify({ closed }))
process.exit(0)
