/** The long form of tests that try many combinations: `TESTS=long npm test`. The default tries each value once. */
export const isLong = process.env['TESTS'] === 'long'

/**
 * The texts to try in one of several places: all of them in the long form. Else each text stands in one place, so that
 * every text and every place is tried.
 */
export function textsFor<Place>(
  place: Place,
  places: readonly Place[],
  texts: readonly string[],
): readonly string[] {
  if (isLong) return texts
  const turn = places.indexOf(place)
  return texts.filter((_, index) => index % places.length === turn)
}
