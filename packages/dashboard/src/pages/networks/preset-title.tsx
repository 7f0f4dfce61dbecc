import { useOperation } from '../../api/use-operation.ts'

/** The system that a network runs on, by its own name. */
export function PresetTitle({ preset }: { readonly preset: string }) {
  const presets = useOperation('listNetworkPresets', {}).data ?? []
  if (preset === 'generic') return 'no preset'
  return presets.find(({ name }) => name === preset)?.title ?? preset
}
