/** The page at the bare address: it says that the service runs, and where to read on. */
export const homePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin is running</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 3rem 1rem }
a { color: #1c5d8f }
@media (prefers-color-scheme: dark) { a { color: #8cc4ee } }
</style>
</head>
<body>
<main>
<h1>Quoin is running</h1>
<p>This is an offer platform: publishers list offers to their users, networks report conversions.</p>
<ul>
<li><a href="/docs/">Documentation</a></li>
<li><a href="/docs/reference/">API reference</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/readyz">Is it ready?</a></li>
</ul>
</main>
</body>
</html>
`
