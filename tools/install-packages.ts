import { spawn } from 'node:child_process'

/** `npm ci` in another folder, without scripts. What npm told us of the install that runs us is not passed on. */
export async function installPackages(folder: string, words: readonly string[] = []): Promise<void> {
  const all = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...words]
  // A script of npm knows where npm is. On Windows the program `npm` is one of the shell.
  const own = process.env['npm_execpath']
  const [file, given] = own?.endsWith('.js') ? [process.execPath, [own, ...all]] : ['npm', all]
  await new Promise<void>((resolve, reject) => {
    const child = spawn(file, given, {
      cwd: folder,
      env: withoutNpm(process.env),
      shell: file === 'npm' && process.platform === 'win32',
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`npm ci in ${folder} ended with ${code}.`))
    })
  })
}

/** Where packages come from, and the proxy to them, are told to npm by its files or by the user's own variables. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const left =
    /^(?:npm_(?:command|lifecycle|package|config_(?:omit|include|only|production|workspaces?|prefix|local_prefix)$)|NODE_ENV$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.test(name)))
}
