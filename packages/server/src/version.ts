/** The version of this release, as in package.json (a test holds them together). */
export const version = '0.2.0'
