/** @jsxImportSource preact */
import { SiteMark } from '../parts/parts.tsx'
import type { Talk } from '../talk.ts'

export function PhonePage({ talk }: { talk: Talk }) {
  const { appName, userId } = talk.frame
  return (
    <section class="empty">
      <SiteMark talk={talk} />
      <h1 tabIndex={-1}>{talk.say('goOnHere', { site: appName })}</h1>
      <p class="vis">{talk.say('goOnAs', { id: userId })}</p>
      {/* It is sent to the page's own address, with the code in it. */}
      <form method="post">
        <button type="submit" class="btn go">
          {talk.say('goOn')}
        </button>
      </form>
    </section>
  )
}
