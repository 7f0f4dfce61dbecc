import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessCost } from './guess-cost.ts'

test('texts of offers say what they ask of the user’s money, and how long they take', () => {
  const guesses: Readonly<Record<string, ReturnType<typeof guessCost>>> = {
    'Open an account and fund it with at least €250': { cost: 'deposit', minutes: undefined },
    'Make a first deposit of $10': { cost: 'deposit', minutes: undefined },
    'Subscribe after the 14-day trial; first month paid': { cost: 'subscription', minutes: undefined },
    'First purchase over €89, not returned': { cost: 'purchase', minutes: undefined },
    'Order online. It takes 10 to 15 minutes.': { cost: 'purchase', minutes: 15 },
    'No purchase necessary, 5-10 min': { cost: 'free', minutes: 10 },
    'Complete any survey of 8 minutes or longer': { cost: undefined, minutes: 8 },
    'Reach level 18 within 14 days': { cost: undefined, minutes: undefined },
    'A game with borders, orderly dungeons and mint': { cost: undefined, minutes: undefined },
  }
  for (const [text, guess] of Object.entries(guesses)) assert.deepEqual(guessCost([text]), guess, text)
})
