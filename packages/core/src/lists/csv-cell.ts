/**
 * Places in a cell where spreadsheets may begin a formula, in ASCII and in its wide forms: its beginning, and what follows any of
 * the separators that one of them takes. White space and quotes before it do not help, and `'` stands there as often as may
 * be.
 */
const before = String.raw`(?<=^|[,;|\t\r\n])`
const formula = String.raw`[\s"']*[=+\-@\t\r\n＝＋－＠]`
const formulas = new RegExp(`${before}(?=${formula})`, 'g')
const quotedFormulas = new RegExp(`${before}'(?=${formula})`, 'g')

/** An amount below zero computes nothing, and people add it up. */
const negativeNumber = /^-\d+(?:\.\d+)?$/

/**
 * A cell of a CSV file that a person may open in a spreadsheet, whichever separator that takes: what would be a formula begins
 * with `'`, by which spreadsheets know text. `readCsvCell` takes back just that.
 */
export function writeCsvCell(text: string): string {
  const safe = negativeNumber.test(text) ? text : text.replaceAll(formulas, "'")
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, its quotes already taken off. */
export function readCsvCell(cell: string): string {
  return cell.replaceAll(quotedFormulas, '')
}
