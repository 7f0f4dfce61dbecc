import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server on loopback that keeps what it is given. */
export interface MailBox {
  /** As `SMTP_URL` has it. */
  readonly url: string
  /** Each letter with its head, as it was sent, soft line breaks taken out. */
  readonly letters: readonly string[]
  /** The answer to a letter; any line but 250 refuses it. */
  answer: string
  close(): Promise<void>
}

export async function openMailBox(): Promise<MailBox> {
  const box = { letters: [] as string[], answer: '250 taken' }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    takeLetters(socket, box)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, not on a path
  return Object.assign(box, {
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

/** Just enough of RFC 5321 to be handed a letter. */
function takeLetters(socket: Socket, box: { readonly letters: string[]; answer: string }): void {
  let lines: string[] | undefined
  const say = (text: string) => socket.write(`${text}\r\n`)
  say('220 mail-box')
  createInterface({ input: socket }).on('line', (line) => {
    if (lines === undefined) {
      if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else if (/^DATA/i.test(line)) {
        lines = []
        say('354 go on')
      } else say('250 ok')
    } else if (line === '.') {
      const letter = lines.join('\n').replaceAll(/=\n/g, '').replaceAll('=3D', '=')
      if (box.answer.startsWith('250')) box.letters.push(letter)
      lines = undefined
      say(box.answer)
    } else lines.push(line)
  })
}
