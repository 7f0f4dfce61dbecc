/** @jsxImportSource preact */
import { Icon } from '../parts/parts.tsx'
import type { MessageView } from '../model.ts'
import type { Talk } from '../talk.ts'

const texts = {
  expired: 'expired',
  signed_only: 'signedOnly',
  failed: 'failed',
  gone: 'gone',
  refused: 'noEntry',
  code_over: 'codeOver',
} as const

export function MessagePage({ talk, page }: { talk: Talk; page: MessageView }) {
  const mayGoOn = talk.frame.query !== ''
  return (
    <section class="empty" data-message={page.message}>
      <Icon name={page.message === 'signed_only' ? 'lock' : 'bang'} />
      <h1 tabIndex={-1}>{talk.say(texts[page.message])}</h1>
      {mayGoOn && (
        <a class="btn" href={talk.href('/wall')}>
          {talk.say('allOffers')}
        </a>
      )}
      <small>
        {talk.say('reference')}: <bdi>{page.reference}</bdi>
      </small>
    </section>
  )
}
