/** The architecture that `uname -m`, and Docker with it, has a name for. */
export function architectureOf(name = ''): 'x64' | 'arm64' {
  return /^(aarch64|arm64)$/.test(name) ? 'arm64' : 'x64'
}
