/** Networks write yes as `true`, 1, "1" or "true". */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
