import { quote } from '@quoin/core/offers/row/reading.ts'
import { joinSteps, stepsOf, valuesAtPath } from '@quoin/core/sources/mapping/feed-path.ts'
import { cleanText } from '../read/clean-text.ts'

const typeNames = /(?:^|_|[a-z](?=T|M|F))(?:type|model|format)$/i
const shares = /percent|\brev(?:enue)?[ _-]?share|\bcps\b|%/i
const wordLengthMax = 60

/**
 * The doubt about an amount beside which a field says that it is a share: `"payout": 10, "payout_type": "percentage"` is no
 * payment of 10.
 */
export function tellShare(subject: string, record: unknown, path: string): readonly string[] {
  const beside = valuesAtPath(record, joinSteps(stepsOf(path).slice(0, -1)))
  for (const place of beside) {
    if (typeof place !== 'object' || place === null) continue
    for (const [name, value] of Object.entries(place)) {
      const word = typeNames.test(name.slice(-wordLengthMax)) ? cleanText(value) : ''
      if (word !== '' && word.length <= wordLengthMax && shares.test(word.replaceAll('_', ' ')))
        return [`${subject} may be paid a share: its ${name.slice(-wordLengthMax)} is ${quote(word)}.`]
    }
  }
  return []
}
