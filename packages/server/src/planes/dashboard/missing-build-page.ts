/** The page at /dashboard while the dashboard is not built: it names the one command that builds it. */
export function missingBuildPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The dashboard is not built · Quoin</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1rem; }
code { font: 0.95em ui-monospace, monospace; }
</style>
</head>
<body>
<h1>The dashboard is not built</h1>
<p>Its pages are made when Quoin is installed by <code>npm ci</code>. They are missing here: install scripts were switched off,
or the folder was emptied. Build them, then load this page again:</p>
<p><code>npm run prepare</code></p>
<p>Everything else is running; the commands do whatever the dashboard does: <code>npm run quoin help</code></p>
</body>
</html>
`
}
