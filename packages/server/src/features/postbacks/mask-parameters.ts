/** The bounds of a logged request. */
const parametersMax = 32
const nameLengthMax = 64
const valueLengthMax = 256

const masked = '***'
const secretName = /secret|token|password|passwd|signature|api[-_]?key|^(sig|sign|hash|verifier|auth|key)$/i
const secretValue = /\b(sk|pk)_(live|test)_/

/**
 * The part of a request's parameters that is kept: as sent, but bounded, without secrets, and such that jsonb can hold
 * it, which takes neither NUL nor half of a surrogate pair.
 */
export function maskParameters(source: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const kept: [string, string][] = []
  for (const name of Object.keys(source).slice(0, parametersMax)) {
    const given = source[name]
    const first = Array.isArray(given) ? given[0] : given
    const text = typeof first === 'string' ? first : (JSON.stringify(first) ?? '')
    const isSecret = secretName.test(name) || secretValue.test(text)
    kept.push([storable(name, nameLengthMax), isSecret ? masked : storable(text, valueLengthMax)])
  }
  return Object.fromEntries(kept)
}

/** Whether one of its texts looks like a credential of ours. */
export function holdsCredential(source: object): boolean {
  return Object.values(source).some((value) => typeof value === 'string' && secretValue.test(value))
}

function storable(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed().replaceAll('\u0000', '\ufffd')
}
