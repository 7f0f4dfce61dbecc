export const passwordMin = 12
const passwordMax = 128
const distinctMin = 5

/** Parts of passwords that are tried first; with these a long one is as weak as a short one. */
const common = ['password', 'passwort', 'qwerty', '12345', 'letmein', 'iloveyou', 'welcome', 'admin', 'quoin']

/** Why a password is not taken, as a sentence; undefined where it is. Long is what counts: no rule about characters. */
export function passwordProblem(password: string, email = ''): string | undefined {
  const characters = [...password]
  if (characters.length < passwordMin) return `must have at least ${passwordMin} characters`
  if (characters.length > passwordMax) return `must have at most ${passwordMax} characters`
  if (new Set(characters).size < distinctMin) return 'must not repeat a few characters'
  const plain = password.toLowerCase()
  const name = email.split('@')[0] ?? ''
  const known = [email, ...(name.length >= 4 ? [name] : []), ...common].filter((part) => part !== '')
  const rest = known.reduce((left, part) => left.replaceAll(part, ''), plain)
  return rest.length < passwordMin / 2 ? 'must not be made of your address or of well-known words' : undefined
}
