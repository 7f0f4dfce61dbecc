import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const sans = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const mono = 'ui-monospace, "SF Mono", "JetBrains Mono", "Cascadia Code", Menlo, monospace'

/** The library's theme on our tokens: one shade of the brand, so that white text on it has contrast in both schemes. */
export const theme = createTheme({
  fontFamily: sans,
  fontFamilyMonospace: mono,
  primaryColor: 'brand',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.183,
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px' },
  colors: {
    brand: [
      ...(['#eef2ff', '#dde5ff', '#bdccfe', '#96aefb', '#7a96f6'] as const),
      ...(['#5878ec', '#3f63e4', '#3353cc', '#2a47b3', '#1f3585'] as const),
    ],
    danger: [
      ...(['#fdecea', '#fbd9d6', '#f6b3ad', '#f08d84', '#e8695f'] as const),
      ...(['#db4f47', '#cf3a34', '#b3261e', '#92201b', '#6f1714'] as const),
    ],
    dark: [
      ...(['#e9ecef', '#c9d0d7', '#a7b0ba', '#8a949f', '#2a3037'] as const),
      ...(['#20262c', '#1d2228', '#181c21', '#111418', '#0c0f12'] as const),
    ],
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Button: {
      defaultProps: { variant: 'default' },
      vars: (_theme: unknown, { size, variant }: { size?: unknown; variant?: unknown }) => ({
        root: {
          ...(variant === 'default' ? { '--button-bd': '1px solid var(--btn)' } : {}),
          '--button-height': size === 'xs' ? 'var(--field-small)' : 'var(--field-height)',
          '--button-fz': size === 'xs' ? '0.75rem' : 'var(--button-font)',
          '--button-padding-x': size === 'xs' ? '9px' : '12px',
        },
      }),
    },
    Input: {
      vars: () => ({
        wrapper: { '--input-height': 'var(--field-height)', '--input-fz': 'var(--field-font)' },
      }),
    },
    Menu: { defaultProps: { shadow: 'none', position: 'bottom-end', withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        // To lock it the library writes a style of its own, without the page's nonce.
        lockScroll: false,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
      },
    },
    Popover: { defaultProps: { shadow: 'none' } },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 200, fz: 12 } },
  },
})

/** The library's own names for what tokens.css decides. */
export const resolveVariables: CSSVariablesResolver = () => {
  const own = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--control)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-gray-light-color': 'var(--muted)',
    '--mantine-color-gray-light-hover': 'var(--hover)',
    '--mantine-primary-color-filled-hover': 'var(--action-hover)',
  }
  return { variables: {}, light: own, dark: own }
}
