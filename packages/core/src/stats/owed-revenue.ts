/** The revenue that networks owe, by status: of what is approved, and of what a person alone took back. */
export function owedRevenue(revenueMicros: Readonly<Record<string, string>>): bigint {
  return BigInt(revenueMicros['approved'] ?? '0') + BigInt(revenueMicros['withheld'] ?? '0')
}
