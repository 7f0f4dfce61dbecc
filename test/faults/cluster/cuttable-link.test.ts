import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../packages/embedded-postgres/src/free-port.ts'
import { CuttableLink } from './cuttable-link.ts'

const host = '127.0.0.1'

/** A server that sends back what it gets, behind a link. */
async function openEcho(t: TestContext): Promise<{ link: CuttableLink; open: () => Promise<Socket> }> {
  const server = createServer((socket) => socket.pipe(socket).on('error', () => {}))
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const port = await findFreePort()
  const link = new CuttableLink({ host, port }, { host, port: address.port })
  await link.open()
  t.after(async () => {
    await link.close()
    server.close()
  })
  const open = async (): Promise<Socket> => {
    const socket = connect({ host, port })
    await once(socket, 'connect')
    return socket
  }
  return { link, open }
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes.toString()
}

test('a link passes, is silent and loses nothing, and passes again', async (t) => {
  const { link, open } = await openEcho(t)
  const socket = await open()
  assert.equal(await echo(socket, 'one'), 'one')
  await link.set('silent')
  const late = echo(socket, 'two')
  assert.equal(await Promise.race([late, delay(200, 'nothing')]), 'nothing')
  await link.set('passes')
  assert.equal(await late, 'two')
  socket.destroy()
})

test('a link that is cut resets its connections and refuses new ones', async (t) => {
  const { link, open } = await openEcho(t)
  const socket = await open()
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await link.set('cut')
  await closed
  await assert.rejects(open(), /ECONNREFUSED/)
  await link.set('passes')
  const another = await open()
  assert.equal(await echo(another, 'three'), 'three')
  another.destroy()
})
