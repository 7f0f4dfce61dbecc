// The servers that Quoin is compared with: bare Fastify answers, and an offer list as most people would write it. Runs
// as a process of its own: node bench/baselines.ts PORT BYTES_FILE [DATABASE_URL]
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

const [port = '0', bytesFile = '', databaseUrl] = process.argv.slice(2)
const bytes = readFileSync(bytesFile)
const server = Fastify({ logger: false })

server.get('/302', (_request, reply) => reply.redirect('https://offers.example/go?click_id=0199f2c4', 302))

server.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))

const jsonAnswer = {
  success: true,
  data: {
    conversion_id: '0199f2c4-0000-7000-8000-000000000000',
    click_id: '',
    status: 'approved',
    duplicate: false,
  },
  message: 'The conversion is recorded.',
  meta: { timestamp: 1_795_000_000, request_id: 'req_0199f2c4-0000-7000-8000-000000000000' },
}
server.get('/json', () => jsonAnswer)
server.post('/json', () => jsonAnswer)

if (databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  server.get('/sql-offers', async (request) => {
    const {
      country = 'US',
      platform = 'desktop',
      limit = '20',
      offset = '0',
    } = request.query as Record<string, string>
    const where = `status = 'active' and (countries = '{}' or $1 = any(countries))
      and (platforms = '{}' or $2 = any(platforms))
      and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())`
    const [rows, count] = await Promise.all([
      pool.query(`select * from offers where ${where} order by payout_micros desc, id limit $3 offset $4`, [
        country,
        platform,
        Number(limit),
        Number(offset),
      ]),
      pool.query(`select count(*) from offers where ${where}`, [country, platform]),
    ])
    return { success: true, data: rows.rows, meta: { total: Number(count.rows[0].count) } }
  })
}

await server.listen({ host: '127.0.0.1', port: Number(port) })
