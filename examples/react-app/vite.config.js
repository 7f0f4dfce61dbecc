// While you develop, what the pages ask of their server is answered by examples/express-site.
const server = 'http://localhost:3000'

// biome-ignore lint/style/noDefaultExport: Vite reads it.
export default { server: { proxy: { '/wall-session': server, '/balance': server } } }
