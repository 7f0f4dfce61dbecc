import { quote } from '@quoin/core/offers/row/reading.ts'
import {
  type ColumnMapping,
  type ReportedState,
  reportedStates,
} from '@quoin/core/sources/mapping/mapping.ts'
import { cleanText } from '../read/clean-text.ts'

/** Words that networks have for it; a mapping may add its own, which go before. */
const usualWords: Readonly<Record<ReportedState, ReadonlySet<string>>> = {
  open: new Set(
    'active|approved|live|enabled|running|open|available|runnable|public|joined|granted|yes|true|1'.split(
      '|',
    ),
  ),
  ended: new Set(
    'paused|expired|inactive|ended|disabled|stopped|deleted|closed|suspended|archived|removed|finished|no|false|0'.split(
      '|',
    ),
  ),
  not_approved: new Set(
    [
      'pending|apply to run|apply|not approved|not_approved|unapproved|requires approval|require approval|',
      'request|requested|rejected|declined|denied|not joined|not_joined|private|blocked',
    ]
      .join('')
      .split('|'),
  ),
}

/** Whether an offer may be run, by the network's word for it. A word that nobody knows is a doubt. */
export function standingOf(
  value: unknown,
  { words = {} }: ColumnMapping,
): { readonly standing: ReportedState; readonly doubt?: string } {
  const word = (typeof value === 'boolean' ? String(value) : cleanText(value)).toLowerCase()
  if (word === '' && typeof value !== 'object') return { standing: 'open' }
  const own = reportedStates.find((standing) =>
    words[standing]?.some((one) => one.trim().toLowerCase() === word),
  )
  const found = own ?? reportedStates.find((standing) => usualWords[standing].has(word))
  if (found !== undefined) return { standing: found }
  return { standing: 'open', doubt: `${quote(word.slice(0, 60))} is no status that the mapping knows` }
}
