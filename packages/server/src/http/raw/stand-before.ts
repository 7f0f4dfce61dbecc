import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Answers a request and says true, or leaves it; `goOn` gives it to the framework later. */
type RequestInterceptor = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean

const interceptors = new WeakMap<FastifyInstance, RequestInterceptor[]>()

/** Puts something before the framework; what was put there first sees requests first. */
export function standBefore(server: FastifyInstance, interceptor: RequestInterceptor): void {
  const known = interceptors.get(server)
  if (known) {
    known.push(interceptor)
    return
  }
  const all = [interceptor]
  interceptors.set(server, all)
  server.addHook('onReady', (done) => {
    putBefore(server, all)
    done()
  })
}

function putBefore({ server }: FastifyInstance, all: readonly RequestInterceptor[]): void {
  const handlers = server.listeners('request') as Handle[] // what Node says of the event
  // The framework's own comes last; those before it only look on.
  const framework = handlers.at(-1)
  if (!framework) return
  server.removeListener('request', framework)
  server.on('request', (request, response) => {
    const goOn = (): void => framework.call(server, request, response)
    for (const interceptor of all) if (interceptor(request, response, goOn)) return
    goOn()
  })
}
