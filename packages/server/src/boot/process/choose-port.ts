import { findFreePort, tryPort } from '@quoin/embedded-postgres/free-port.ts'
import { isSystemError } from './private-file.ts'
import { StartError } from './start-error.ts'

interface ListenAddress {
  readonly host: string
  readonly port: number
}

/**
 * The port to listen on, a free one for 0: the addresses of the service are known before it listens. A port
 * that cannot be had is said at once, before a database is started for nothing.
 */
export async function choosePort(listenAddress: ListenAddress): Promise<number> {
  const { host, port } = listenAddress
  try {
    return port === 0 ? await findFreePort(host) : await tryPort(port, host)
  } catch (error) {
    throw explainListen(error, listenAddress)
  }
}

/** Why nobody listens there now, as a sentence. */
export function explainListen(error: unknown, { host, port }: ListenAddress): unknown {
  const explanations: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use: stop the other program, or choose another port: PORT=8081 npm start`,
    EACCES: `Port ${port} may not be used by this user: choose one from 1024 on`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    ENOTFOUND: `HOST ${host} is no address and no known name`,
  }
  const found = Object.entries(explanations).find(([code]) => isSystemError(error, code))
  return found ? new StartError(found[1], { cause: error }) : error
}
