import type { Input } from '../../../api/operation-types.ts'
import { needsKey, settingsOf, type SourceDraft } from '../source-draft.ts'
import type { SourceKind } from '../use-source-kinds.ts'

/** The question about a feed, by what is filled in. */
export function sampleQuestion(
  kind: SourceKind,
  draft: SourceDraft,
  network: string,
): NonNullable<Input<'sampleSource'>['body']> {
  const key = draft.key.trim()
  return {
    settings: settingsOf(kind, draft),
    ...(network === '' ? {} : { network }),
    ...(key === '' ? {} : { key }),
  }
}

/** Why the feed cannot be asked yet; undefined where it can. */
export function missingForSample(kind: SourceKind, draft: SourceDraft): string | undefined {
  if ((draft.settings['url'] ?? '').trim() === '') return 'Fill in the address of the feed.'
  return needsKey(kind, draft) && draft.key === ''
    ? 'Fill in the key: the address or the header has a place for it.'
    : undefined
}
