const drawnByProcessor = /swiftshader|llvmpipe|softpipe|basic render/i
const ofVirtualMachine = /vmware|svga3d|virtualbox|virgl|parallels|android emulator|bluestacks/i

/** Whether a WebGL renderer draws in software or belongs to a virtual machine or an emulator. */
export function isSoftwareRenderer(gpu: string): boolean {
  return drawnByProcessor.test(gpu) || ofVirtualMachine.test(gpu)
}
