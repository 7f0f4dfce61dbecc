/** The facts that a browser says of itself without being measured (docs/collector.md). */
export function readFacts(): Record<string, unknown> {
  const hints = (navigator as Navigator & { userAgentData?: { platform?: string; mobile?: boolean } })
    .userAgentData
  return {
    user_agent: navigator.userAgent,
    platform: navigator.platform,
    ua_platform: hints?.platform,
    ua_mobile: hints?.mobile,
    webdriver: navigator.webdriver === true,
    max_touch_points: navigator.maxTouchPoints,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The mode `full` measures these besides: the screen and the graphics. */
export function measureFacts(): Record<string, unknown> {
  return {
    resolution: `${screen.width}x${screen.height}`,
    dpr: devicePixelRatio,
    webgl_renderer: readRenderer(),
  }
}

function readRenderer(): string | undefined {
  const graphics = document.createElement('canvas').getContext('webgl')
  const names = graphics?.getExtension('WEBGL_debug_renderer_info')
  const renderer: unknown = names ? graphics?.getParameter(names.UNMASKED_RENDERER_WEBGL) : undefined
  graphics?.getExtension('WEBGL_lose_context')?.loseContext()
  return typeof renderer === 'string' ? renderer : undefined
}
