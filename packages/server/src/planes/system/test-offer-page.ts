import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Goal } from '@quoin/core/offers/goal.ts'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 3rem 1rem }
code { overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .5rem }
button, select { font: inherit; padding: .5rem 1rem }
label { flex-basis: 100% }`

/** As much as the best paid test offer brings: a report of less than the publisher earns is held. */
const reportedUsd = '3.00'

interface TestOfferPage {
  readonly clickId: string
  readonly postbackUrl: string
  /** The goals of the test offer, when it has several; one of them is then reported. */
  readonly goals: readonly Pick<Goal, 'goal' | 'name'>[]
}

/**
 * Where a link to a built-in test offer leads. Whoever tests an integration plays the network here: each button is
 * the postback that a network would send.
 */
export function renderTestOfferPage({ clickId, postbackUrl, goals }: TestOfferPage): string {
  const id = readId(clickId)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test offer</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Test offer</h1>
${id === undefined ? '<p>There is no click id in the address: follow the link of a test offer.</p>' : renderReport(id, postbackUrl, goals)}
</main>
</body>
</html>
`
}

/**
 * The id was read and is of one form; the address comes from the settings, as the URL parser writes it. Goals are
 * those of our own test offers.
 */
function renderReport(id: string, postbackUrl: string, goals: TestOfferPage['goals']): string {
  const buttons = conversionStatuses.map(
    (status) => `<button name="status" value="${status}">${status}</button>`,
  )
  return `<p>The click is recorded: <code>${id}</code></p>
<p>Report what became of it, as a network would:</p>
<form action="${postbackUrl.replaceAll('&', '&amp;')}" method="get">
<input type="hidden" name="click_id" value="${id}">
<input type="hidden" name="payout" value="${reportedUsd}">
${renderGoals(goals)}${buttons.join('\n')}
</form>
<p>The answer is JSON, as the network gets it. Then close this tab: the dashboard shows the conversion within seconds.</p>`
}

function renderGoals(goals: TestOfferPage['goals']): string {
  if (goals.length === 0) return ''
  const options = goals.map(({ goal, name }) => `<option value="${goal}">${name}</option>`)
  return `<label>Goal: <select name="goal">${options.join('')}</select></label>
<label>Transaction (optional), for a goal that is earned again: <input name="txn_id" size="12" maxlength="40"></label>
`
}
