/** A short secret is in many texts by chance. */
const secretLengthMin = 6

/** The same value with texts that can be stored, and with no secret in any of them. */
export function cleanTexts<T>(value: T, secret: string): T {
  return cleaned(value, writingsOf(secret)) as T // of the same shape
}

export function holdsSecret(value: unknown, secret: string): boolean {
  return typeof value === 'string' && writingsOf(secret).some((writing) => value.includes(writing))
}

function cleaned(value: unknown, writings: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, writings)
  if (Array.isArray(value)) return value.map((one) => cleaned(one, writings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cleanText(name, writings), cleaned(one, writings)]),
  )
}

function cleanText(text: string, writings: readonly string[]): string {
  const storable = text.toWellFormed().replaceAll('\u0000', '\ufffd')
  return writings.reduce((clean, writing) => clean.replaceAll(writing, '•••'), storable)
}

/** The secret as it is, and as addresses have it; none where it is too short to be told from other texts. */
function writingsOf(secret: string): readonly string[] {
  if (secret.length < secretLengthMin) return []
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      encodeURI(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ]),
  ]
}
