// TypeScript is run directly, which needs Node 24. `npm ci` brings one along for Linux and Windows, and every
// `npm run …` finds it first; elsewhere the system's own must do.
import { existsSync } from 'node:fs'

const packages = new URL('../../../node_modules/@quoin/core', import.meta.url)
if (!existsSync(packages)) {
  console.error('The packages of Quoin are not installed here. Install them first: npm ci')
  process.exit(1)
}

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Quoin needs Node 24 and this is ${process.version}: start it with npm (npm start, npm run quoin), ` +
      'which brings its own on Linux and Windows, or install Node 24.',
  )
  process.exit(1)
}
