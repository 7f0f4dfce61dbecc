/**
 * The host that a destination leads to, for whoever is about to go there; undefined where a macro stands in its place. A
 * link may lead on from it: it names the first one.
 */
export function shownHost(destinationUrl: string): string | undefined {
  const host = /^https?:\/\/([^/?#]+)/i.exec(destinationUrl)?.[1]?.replace(/^[^@]*@/, '')
  return host === undefined || /[{}[\]%<>]/.test(host) ? undefined : host.replace(/^www\./, '')
}
