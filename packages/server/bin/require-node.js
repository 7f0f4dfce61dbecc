// TypeScript is run directly, which needs Node 24. `npm ci` brings one along for Linux and Windows, and every
// `npm run …` finds it first; elsewhere the system's own must do.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Quoin needs Node 24 and this is ${process.version}: start it with npm (npm start, npm run quoin), ` +
      'which brings its own on Linux and Windows, or install Node 24.',
  )
  process.exit(1)
}
