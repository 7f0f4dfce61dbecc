/** One address for each host of a `postgres://user@host1:5432,host2:5432/name`; most have one. */
export function splitHosts(url: string): string[] {
  const [, scheme, login = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s.exec(url) ?? []
  if (scheme === undefined) return [url]
  return hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`)
}
