const software =
  /swiftshader|llvmpipe|softpipe|basic render|vmware|svga3d|virtualbox|virgl|parallels|android emulator|bluestacks/i

/** Whether a WebGL renderer draws in software or belongs to a virtual machine or an emulator. */
export function isSoftwareRenderer(gpu: string): boolean {
  return software.test(gpu)
}
