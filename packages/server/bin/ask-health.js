// For health checks where there is no curl, as in the container: `node ask-health.js /livez` ends with 0 when the server
// of this machine answers 200 there, and with 1 otherwise. The address is that of PORT.
const [path = '/livez'] = process.argv.slice(2)
const { PORT = '8080' } = process.env

fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(2_500) }).then(
  ({ status }) => process.exit(status === 200 ? 0 : 1),
  () => process.exit(1),
)
