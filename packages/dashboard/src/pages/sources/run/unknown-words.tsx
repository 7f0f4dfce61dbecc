import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { formatMany } from '../../../format/format-number.ts'
import { explain } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { WordPicker } from '../../offers/import/word-picker.tsx'

type Run = DataOf<'getSourceRun'>
type Word = Run['unknown_words'][number]
/** By field and word what it means. */
type Answers = Readonly<Record<string, string>>

interface UnknownWordsProps {
  readonly run: Run
  readonly mayChange: boolean
}

const shownMax = 8

/** Words that hold offers: each is answered once, for all offers that have it. Nothing where there are none. */
export function UnknownWords({ run, mayChange }: UnknownWordsProps) {
  const { unknown_words: words, source_id: sourceId } = run
  const [answers, setAnswers] = useState<Answers>({})
  const [isWhole, setWhole] = useState(false)
  const answer = useChange('answerSourceWords', { renews: ['getSource', 'listSources', 'listSourceRuns'] })
  if (words.length === 0) return null
  const given = words.filter((word) => answers[keyOf(word)] !== undefined)
  const meaning = (field: Word['field']) =>
    Object.fromEntries(
      given.filter((one) => one.field === field).map((one) => [one.word, answers[keyOf(one)] ?? '']),
    )
  const save = async () => {
    const body = { countryWords: meaning('countries'), platformWords: meaning('platforms') }
    try {
      await answer.mutateAsync({ path: { sourceId }, body })
      toast('The words are known. The network is asked again: the offers come with its next run.')
    } catch (error) {
      toast(`The words were not kept: ${explain(error)}`)
    }
  }
  const shown = isWhole ? words : words.slice(0, shownMax)
  return (
    <section className="card" aria-labelledby="unknown-words">
      <div className="card-head wrap">
        <h2 id="unknown-words" className="grow">
          {words.length === 1
            ? 'A word that Quoin does not know'
            : `${words.length} words that Quoin does not know`}
        </h2>
      </div>
      <div className="card-body stack">
        <p className="muted sm">
          They hold offers. Say once what a word means: it is kept for this network, and its offers come with
          the next run.
        </p>
        {mayChange ? (
          <ul className="word-pickers">
            {shown.map((word) => (
              <li key={keyOf(word)}>
                <WordPicker
                  word={{ word: word.word, rows: word.offers, means: answers[keyOf(word)] ?? null }}
                  kind={word.field === 'countries' ? 'country' : 'platform'}
                  onChange={(means) => setAnswers({ ...answers, [keyOf(word)]: means })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p>{shown.map(({ word, offers }) => `${word} (${formatMany(offers, 'offer')})`).join(', ')}</p>
        )}
        {words.length > shown.length && (
          <div>
            <Button variant="subtle" onClick={() => setWhole(true)}>
              {formatMany(words.length - shown.length, 'more word')}
            </Button>
          </div>
        )}
        {mayChange && (
          <div>
            <Button variant="filled" disabled={given.length === 0} loading={answer.isPending} onClick={save}>
              {given.length === 0
                ? 'Keep the answers'
                : `Keep ${formatMany(given.length, 'answer')} and ask again`}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function keyOf({ field, word }: Word): string {
  return `${field} ${word}`
}
