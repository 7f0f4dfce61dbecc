/**
 * Spreadsheets take such a cell for a formula, in ASCII and in its wide forms; `'` stands before it as often as may
 * be.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const quotedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/

/** An amount below zero computes nothing, and people add it up. */
const negativeNumber = /^-\d+(?:\.\d+)?$/

/**
 * A cell of a CSV file that a person may open in a spreadsheet: what would be a formula begins with `'`, by which
 * spreadsheets know text. `readCsvCell` takes back just that.
 */
export function writeCsvCell(text: string): string {
  const safe = formula.test(text) && !negativeNumber.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, its quotes already taken off. */
export function readCsvCell(cell: string): string {
  return quotedFormula.test(cell) ? cell.slice(1) : cell
}
