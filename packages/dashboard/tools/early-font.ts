import type { Plugin } from 'vite'

/** Asks for the letters beside the styles instead of after them: only then are they there at the first paint. */
export function earlyFont(): Plugin {
  return {
    name: 'early-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              href: `/dashboard/${file}`,
            },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
