import { mapData, mapEvents, pick, type Population, chanceOf } from './population.ts'

/** Browsers and systems of some years later. */
export function otherVersions(population: Population): Population {
  const later = (userAgent: string): string =>
    userAgent
      .replace(
        /(Chrome|Edg|OPR|Firefox|FxiOS|CriOS|SamsungBrowser|Version)\/(\d+)/g,
        (_, name, version) => `${name}/${Number(version) + 20}`,
      )
      .replace(/rv:(\d+)/, (_, version) => `rv:${Number(version) + 20}`)
      .replace(/(iPhone OS|CPU OS) (\d+)/, (_, name, version) => `${name} ${Number(version) + 10}`)
      .replace(/Android (\d+)/, (_, version) => `Android ${Number(version) + 8}`)
  const moved = mapEvents(population, (event) =>
    event.ua === undefined ? event : { ...event, ua: later(event.ua) },
  )
  return mapData(moved, (data) => {
    const userAgent = data['user_agent']
    return typeof userAgent === 'string' ? { ...data, user_agent: later(userAgent) } : data
  })
}

type Row = readonly [says: RegExp, others: readonly string[]]

/** The maker and the interface stay; the model is another. */
const gpus: readonly Row[] = [
  [/^Intel Iris OpenGL Engine$/, ['Intel Iris OpenGL Engine']],
  [
    /SwiftShader.*Android|Android Emulator/i,
    ['Android Emulator OpenGL ES Translator (Intel Iris Xe)', 'Google SwiftShader'],
  ],
  [
    /swiftshader/i,
    [
      'ANGLE (Google, Vulkan 1.4.2 (SwiftShader Device (LLVM 19.0) (0x0000C0DE)), SwiftShader driver-6.0.0)',
      'Google SwiftShader',
    ],
  ],
  [
    /llvmpipe/i,
    [
      'llvmpipe (LLVM 19.1.1, 512 bits)',
      'Mesa, llvmpipe (LLVM 17.0.6, 256 bits)',
      'Gallium 0.4 on llvmpipe (LLVM 3.8, 256 bits)',
    ],
  ],
  [
    /basic render/i,
    [
      'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (Unknown, Microsoft Hyper-V Video Direct3D11 vs_5_0 ps_5_0)',
    ],
  ],
  [
    /vmware|virtualbox/i,
    [
      'ANGLE (VMware, Inc., SVGA3D; build: RELEASE, OpenGL 4.3)',
      'VirtualBox Graphics Adapter (WDDM)',
      'Parallels Display Adapter (WDDM)',
      'ANGLE (Red Hat, virtio GPU, OpenGL 4.5)',
      'QEMU QXL',
    ],
  ],
  [
    /(?=.*(?:NVIDIA|Intel|AMD|Radeon))(?=.*D3D9Ex)/i,
    ['ANGLE (Intel, Intel(R) Arc(TM) 140V GPU Direct3D9Ex vs_3_0 ps_3_0)'],
  ],
  [
    /(?=.*(?:NVIDIA|Intel|AMD|Radeon))(?=.*Direct3D)/i,
    [
      'ANGLE (NVIDIA, NVIDIA GeForce RTX 6070 Laptop GPU (0x00003C18) Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (AMD, AMD Radeon RX 9970 XT (0x00007550) Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (Intel, Intel(R) Arc(TM) B770 Graphics (0x0000E20B) Direct3D11 vs_5_0 ps_5_0, D3D11)',
      'ANGLE (Moore Threads, MTT S80 Direct3D11 vs_5_0 ps_5_0)',
    ],
  ],
  [
    /Apple M\d/,
    [
      'ANGLE (Apple, ANGLE Metal Renderer: Apple M7 Max, Unspecified Version)',
      'ANGLE (Apple, Apple M6, OpenGL 4.1)',
    ],
  ],
  [/^Apple GPU$/, ['Apple GPU']],
  [
    /Adreno.*Direct3D/i,
    ['ANGLE (Qualcomm, Qualcomm(R) Adreno(TM) X2-95 GPU Direct3D11 vs_5_0 ps_5_0, D3D11)'],
  ],
  [
    /Adreno|Mali|PowerVR|Xclipse|Immortalis/i,
    [
      'Adreno (TM) 940',
      'Mali-G925-Immortalis MC12',
      'Samsung Xclipse 960',
      'PowerVR D-Series DXT-48-1536',
      'Maleoon 935',
      'ANGLE (ARM, Mali-G1-Ultra, OpenGL ES 3.2)',
    ],
  ],
]

export function otherGpus(population: Population): Population {
  return mapData(population, (data) => {
    const renderer = data['webgl_renderer']
    if (typeof renderer !== 'string') return data
    const others = gpus.find(([says]) => says.test(renderer))?.[1]
    return others === undefined ? data : { ...data, webgl_renderer: pick(others, renderer) }
  })
}

/** Up to a fifth larger or smaller, a third of them turned on their sides. */
export function otherScreens(population: Population): Population {
  return mapData(population, (data) => {
    const sides = /^(\d+)x(\d+)$/.exec(String(data['resolution']))
    if (sides === null || sides[0] === '800x600') return data
    const factor = pick([0.9, 0.95, 1.05, 1.12, 1.2], 'screen', sides[0])
    const [width, height] = [1, 2].map((place) => Math.round(Number(sides[place]) * factor))
    const isTurned = chanceOf('turned', sides[0]) < 0.33
    const ratio = Number(data['dpr'])
    const dpr = ratio > 0 ? { dpr: Number((ratio * pick([0.9, 1, 1.15], 'ratio', sides[0])).toFixed(3)) } : {}
    return { ...data, ...dpr, resolution: isTurned ? `${height}x${width}` : `${width}x${height}` }
  })
}

/** The facts that old devices leave out: client hints, memory. */
export function olderSystems(population: Population): Population {
  return mapData(population, ({ ua_platform: _, ua_mobile: __, device_memory: ___, ...data }) => data)
}
