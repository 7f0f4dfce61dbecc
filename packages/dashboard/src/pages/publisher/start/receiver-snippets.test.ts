import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { findPort } from '../../../../../../test/support/find-port.ts'
import { missingFor, runLines, startLines } from '../../../../../../test/support/run-lines.ts'
import { receiverSnippets } from './receiver-snippets.ts'
import type { Language } from './snippets.ts'

/** `go run` compiles all that it needs first. */
const compilingMs = 240_000

const secret = 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc='
const body = JSON.stringify({ type: 'conversion.approved', data: { user_id: 'Zoë 42', change_local: '10' } })

for (const language of ['JavaScript', 'PHP', 'Python', 'Go'] as const satisfies readonly Language[]) {
  describe(`the receiver in ${language}`, async () => {
    const missing = await missingFor(language)
    const skip = missing ?? false
    let port = 0
    let receiver: Awaited<ReturnType<typeof startLines>> | undefined
    before(async () => {
      if (skip) return
      port = await findPort()
      receiver = await startLines(language, receiverSnippets[language], { port, callbackSecret: secret })
      await eventually(() => send({}).catch(() => 'not yet'), 401, compilingMs)
    })
    after(() => receiver?.stop())

    async function send(headers: Record<string, string>, text = body): Promise<number> {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
      const answer = await fetch(`http://127.0.0.1:${port}/callbacks`, init)
      await answer.arrayBuffer()
      return answer.status
    }

    function sign(at = new Date(), by = secret): Record<string, string> {
      const signature = new Webhook(by).sign('id-1', at, body)
      const seconds = Math.floor(at.getTime() / 1000)
      return { 'webhook-id': 'id-1', 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
    }

    test('takes what is signed, also beside other signatures', { skip }, async () => {
      assert.equal(await send(sign()), 200)
      const both = sign()
      both['webhook-signature'] = `v1,bm90aGluZw== ${both['webhook-signature']} v1a,bm90aGluZw==`
      assert.equal(await send(both), 200)
    })

    test('refuses what is changed, old, of another secret, or not signed, and goes on', {
      skip,
    }, async () => {
      const old = sign(new Date(Date.now() - 3_600_000))
      const other = sign(new Date(), 'whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=')
      assert.equal(await send(sign(), `${body} `), 401)
      assert.equal(await send(old), 401)
      assert.equal(await send(other), 401)
      assert.equal(await send({ ...sign(), 'webhook-signature': 'é'.repeat(47) }), 401)
      assert.equal(await send({}), 401)
      assert.equal(await send(sign()), 200)
    })

    test('takes nothing where its own secret is missing or is none', { skip }, async () => {
      for (const nothing of ['', 'whsec_', 'whsec_…']) {
        const other = await findPort()
        const own = { port: other, callbackSecret: nothing }
        const started = await startLines(language, receiverSnippets[language], own)
        const isUp = () =>
          fetch(`http://127.0.0.1:${other}/`).then(
            ({ status }) => status,
            () => 0,
          )
        // PHP serves and answers 500; the others end.
        if (language === 'PHP') await eventually(isUp, 500, 20_000)
        else await started.ended
        await started.stop()
      }
    })

    test('takes what the lines of curl send', { skip: skip || (await missingFor('curl')) }, async () => {
      const by = { PORT: String(port), CALLBACK_SECRET: secret }
      assert.match(await runLines('curl', receiverSnippets.curl, by), /200\n$/)
    })
  })
}
