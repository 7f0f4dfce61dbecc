import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemOfUserAgent, systemsOfGpu, systemsOfPlatform, systemsOfWord } from './operating-system.ts'

for (const [userAgent, system] of [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'macos',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'ios'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36', 'android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'chromeos'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36', 'linux'],
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 Chrome/94.0 TV Safari/537.36', undefined],
  ['okhttp/4.12.0', undefined],
] as const) {
  test(`${userAgent.slice(0, 50)} runs on ${system ?? 'something we do not compare'}`, () => {
    assert.equal(systemOfUserAgent(userAgent), system)
  })
}

for (const [gpu, fits] of [
  ['ANGLE (Intel, Intel(R) Iris(R) Xe Graphics (0x00009A49) Direct3D11 vs_5_0 ps_5_0, D3D11)', 'windows'],
  ['ANGLE (Qualcomm, Adreno (TM) 690 Direct3D11 vs_5_0 ps_5_0, D3D11)', 'windows'],
  ['Adreno (TM) 830', 'linux,android,chromeos'],
  ['ANGLE (ARM, Mali-G720-Immortalis MC12, OpenGL ES 3.2)', 'linux,android,chromeos'],
  ['Apple GPU', 'ios,macos'],
  ['Apple A15 GPU', 'ios,macos'],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M4, Unspecified Version)', 'ios,macos'],
  ['ANGLE (Intel, ANGLE Metal Renderer: Intel(R) UHD Graphics 630, Unspecified Version)', 'ios,macos'],
  ['Intel Iris OpenGL Engine', undefined],
  ['Mesa Intel(R) UHD Graphics 620 (KBL GT2)', undefined],
  ['ANGLE (NVIDIA, NVIDIA GeForce GTX 980, OpenGL 4.5.0)', undefined],
] as const) {
  test(`the GPU ${gpu.slice(0, 50)} fits ${fits ?? 'anything'}`, () => {
    assert.equal(systemsOfGpu(gpu)?.join(), fits)
  })
}

for (const [platform, fits] of [
  ['Win32', 'windows'],
  ['MacIntel', 'ios,macos'],
  ['iPhone', 'ios,macos'],
  ['Linux armv81', 'linux,android,chromeos'],
  ['Linux x86_64', 'linux,android,chromeos'],
  ['PlayStation 5', undefined],
] as const) {
  test(`the platform ${platform} fits ${fits ?? 'anything'}`, () => {
    assert.equal(systemsOfPlatform(platform)?.join(), fits)
  })
}

for (const [word, fits] of [
  ['Windows', 'windows'],
  ['windows 11', 'windows'],
  ['macOS', 'ios,macos'],
  ['Mac OS X', 'ios,macos'],
  ['iPadOS', 'ios,macos'],
  ['Android', 'linux,android,chromeos'],
  ['Chrome OS', 'linux,android,chromeos'],
  ['Chromium OS', 'linux,android,chromeos'],
  ['Ubuntu', 'linux,android,chromeos'],
  ['Unknown', undefined],
] as const) {
  test(`the name ${word} fits ${fits ?? 'anything'}`, () => {
    assert.equal(systemsOfWord(word)?.join(), fits)
  })
}
