import { invalidFields, notFound } from '@quoin/core/errors.ts'
import { joinRepairs, noRepairs, type Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { plainWord } from '@quoin/core/offers/words/plain-word.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AuditNeeds } from '../audit/note-change.ts'
import { writeRepairs } from '../catalogue/import-file/keep-repairs.ts'

interface AnsweredWords extends Pick<Repairs, 'countries' | 'platforms'> {
  readonly sourceId: number
}

/** As many words of a network may have answers. */
const wordsMax = 500

/**
 * Keeps meanings of words for countries and platforms, for files and for the source of a network. The source is asked at once,
 * unless it is paused; until its run has ended the offers stay held.
 */
export async function answerWords(
  needs: Pick<Ports, 'db'> & AuditNeeds,
  { sourceId, ...given }: AnsweredWords,
): Promise<void> {
  const { db, store, clock } = needs
  const answers = { countries: underPlainWords(given.countries), platforms: underPlainWords(given.platforms) }
  if (Object.keys({ ...answers.countries, ...answers.platforms }).length === 0)
    throw invalid('must have a word and its meaning')
  await db.transaction(async (tx) => {
    const source = await store.sources.lockSource(tx, sourceId)
    const network = source && (await store.networks.findNetwork(tx, source.networkId))
    if (source === undefined || network === undefined) throw notFound(`There is no source ${sourceId}.`)
    await writeRepairs(needs, tx, network, (before) => {
      const after = joinRepairs(before, { ...noRepairs, ...answers })
      if (Math.max(Object.keys(after.countries).length, Object.keys(after.platforms).length) > wordsMax)
        throw invalid(`would be more than the ${wordsMax} words that a network may have`)
      return after
    })
    await store.sources.updateSource(tx, sourceId, { ...source, nextRunAtMs: clock.nowMs() })
  })
}

function underPlainWords<T>(words: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, meant]) =>
      plainWord(word) === '' ? [] : [[plainWord(word), meant]],
    ),
  )
}

function invalid(message: string): Error {
  return invalidFields([{ field: 'countryWords', rule: 'value', message }])
}
