const emulatorNames =
  /\bsdk_g?phone|\bandroid sdk built for\b|\bandroid emulator\b|\b(?:bluestacks|noxplayer|ldplayer|memu|genymotion)\b/i

/** Whether a User-Agent or a renderer names an Android emulator: it runs on another system, and says so. */
export function namesEmulator(text: string): boolean {
  return emulatorNames.test(text)
}
