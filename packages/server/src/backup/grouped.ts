/** `1,284`, for sentences in English. */
export function grouped(count: number): string {
  return count.toLocaleString('en')
}
