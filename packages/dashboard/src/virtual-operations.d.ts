/** Written by tools/operations-module.ts while the pages are built. */
declare module 'virtual:operations' {
  export const operations: Readonly<Record<string, readonly [method: string, path: string]>>
  /** The release that these pages are of. */
  export const version: string
}

declare module '*.css'
declare module '*.svg' {
  const address: string
  export default address
}
