import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { drawOfferPicture } from '@quoin/core/wall/offer-picture.ts'
import { notFound } from '@quoin/core/errors.ts'
import { BoundedLimiter, customerOf } from '../../http/bounded-limiter.ts'
import { clientOf } from '../../http/client.ts'
import type { Ports } from '../../ports/ports.ts'
import { shortHash, textsOf } from '../../features/wall/offer-texts.ts'
import { chooseCoding } from '../../http/compress-answer.ts'
import { admit, queryOf } from './wall-call.ts'

/** A script of the wall as it was built. */
interface BuiltFile {
  readonly contentType: string
  readonly plain: Buffer
  readonly brotli: Buffer
  readonly gzip: Buffer
  readonly isImmutable: boolean
}

interface FindsFiles {
  file(name: string): Promise<BuiltFile | undefined>
}

const imagesPerMinute = 3_000
const sizes = [96, 192]
const fallbackImage = '/images/offer.svg'

/** Scripts and pictures of the wall: open to everybody, and only such as we have stored ourselves. */
export function registerWallFiles(server: FastifyInstance, ports: Ports, files: FindsFiles): void {
  const images = new BoundedLimiter({ limit: imagesPerMinute, clock: ports.clock })
  server.get('/wall/assets/:name', (request, reply) => sendFile(request, reply, files, nameOf(request)))
  server.get('/sdk.js', (request, reply) => sendFile(request, reply, files, 'sdk.js'))
  server.get('/wall/images/:name', (request, reply) => {
    const { address } = clientOf(request.raw, ports)
    admit(ports, images, address, customerOf(address))
    return sendOfferImage(request, reply, ports)
  })
  server.get('/wall/logos/:name', (request, reply) => {
    const { address } = clientOf(request.raw, ports)
    admit(ports, images, address, customerOf(address))
    return sendImage(request, reply, ports, logoUrl(ports, nameOf(request)))
  })
}

/** For pages of any origin: they hold nobody's data, and a site may check the loader by its digest. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FindsFiles,
  name: string,
): Promise<FastifyReply> {
  const file = await files.file(name)
  if (file === undefined) throw notFound('There is no such file.')
  const coding = chooseCoding(request.headers['accept-encoding'])
  if (coding) reply.header('content-encoding', coding)
  const bytes = { br: file.brotli, gzip: file.gzip, plain: file.plain }[coding ?? 'plain']
  return reply
    .header('content-type', file.contentType)
    .header('vary', 'Accept-Encoding')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'cache-control',
      file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    .send(bytes)
}

/** The offer's own picture, or one that is drawn for it: where it has none, and while it cannot be had. */
async function sendOfferImage(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Ports,
): Promise<FastifyReply> {
  const named = findNamed(ports, nameOf(request))
  if (named === undefined) throw notFound('There is no such picture.')
  const isOwn = named.imageUrl !== `${ports.settings.baseUrl}${fallbackImage}`
  const image = isOwn ? await ports.images.find(named.imageUrl, sizeOf(request)) : undefined
  if (image !== undefined) return sendBytes(reply, image)
  return reply
    .header('content-type', 'image/svg+xml')
    .header('cache-control', `public, max-age=${isOwn ? 300 : 86_400}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(drawOfferPicture(named.offer))
}

async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { images }: Ports,
  url: string | undefined,
): Promise<FastifyReply> {
  if (url === undefined) throw notFound('There is no such picture.')
  const image = await images.find(url, sizeOf(request))
  if (image === undefined) {
    return reply
      .code(302)
      .header('cache-control', 'public, max-age=300')
      .header('location', fallbackImage)
      .send()
  }
  return sendBytes(reply, image)
}

function sendBytes(reply: FastifyReply, image: Uint8Array): FastifyReply {
  return reply
    .header('content-type', 'image/webp')
    .header('cache-control', 'public, max-age=86400')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(image)
}

function sizeOf(request: FastifyRequest): number {
  return sizes.find((one) => String(one) === queryOf(request)['s']) ?? 192
}

/** Each name has the id and the digest of the address, so that another picture has another name. */
function findNamed({ snapshots }: Ports, name: string) {
  const catalogue = snapshots.catalogue()
  const index = catalogue.findIndex(Number(name.split('-')[0]))
  if (index === undefined) return undefined
  const { imageUrl } = textsOf({ catalogue, index })
  return name.endsWith(`-${shortHash(imageUrl)}`) ? { imageUrl, offer: catalogue.offerAt(index) } : undefined
}

function logoUrl({ snapshots }: Ports, name: string): string | undefined {
  const url = snapshots.apps().findApp(Number(name.split('-')[0]))?.wall.logoUrl ?? undefined
  return url !== undefined && name.endsWith(`-${shortHash(url)}`) ? url : undefined
}

function nameOf(request: FastifyRequest): string {
  const { name = '' } = request.params as Readonly<Record<string, string>> // the router makes a record
  return name
}
