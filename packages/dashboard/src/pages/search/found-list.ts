import type { RowOf } from '../../api/operation-types.ts'
import type { IconName } from '../../parts/value/icon.tsx'

type Found = RowOf<'search'>

const kinds: Readonly<Record<Found['kind'], { readonly title: string; readonly icon: IconName }>> = {
  click: { title: 'Clicks', icon: 'click' },
  conversion: { title: 'Transactions', icon: 'money' },
  user: { title: 'Users', icon: 'user' },
  publisher: { title: 'Publishers', icon: 'publisher' },
  app: { title: 'Apps', icon: 'phone' },
  offer: { title: 'Offers', icon: 'tag' },
  network: { title: 'Networks', icon: 'network' },
}

export function groupFound(found: readonly Found[]) {
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, rows]) => ({ kind, rows, ...kinds[kind] }))
}

/** A text in three parts, the middle of which is what was looked for. */
export function splitAt(text: string, wanted: string): readonly [string, string, string] {
  const at = text.toLowerCase().indexOf(wanted.trim().toLowerCase())
  if (at < 0 || wanted.trim() === '') return [text, '', '']
  const end = at + wanted.trim().length
  return [text.slice(0, at), text.slice(at, end), text.slice(end)]
}
