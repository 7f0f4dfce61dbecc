/** The amounts of a database at one moment, by which a restored one is compared. Amounts are micros, as text. */
export interface Inventory {
  /** Changes of conversions before this number are counted below; they never change again. */
  readonly position: number
  readonly conversionEvents: number
  /** The sums that these changes have moved on each account. */
  readonly accounts: Readonly<Record<string, string>>
}

/** How a restored database differs from what was counted when it was backed up: a sentence each. */
export function compareInventories(counted: Inventory, found: Inventory): string[] {
  const accounts = new Set([...Object.keys(counted.accounts), ...Object.keys(found.accounts)])
  return [
    ...differ('changes of conversions', String(counted.conversionEvents), String(found.conversionEvents)),
    ...[...accounts].flatMap((account) =>
      differ(
        `micros on the account ${account}`,
        counted.accounts[account] ?? '0',
        found.accounts[account] ?? '0',
      ),
    ),
  ]
}

function differ(what: string, counted: string, found: string): string[] {
  return counted === found ? [] : [`There were ${counted} ${what}, and there are ${found}.`]
}
