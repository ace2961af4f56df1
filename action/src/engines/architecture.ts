/** The architecture for a name from `uname -m`, which Docker also uses. */
export function architectureOf(name = ''): 'x64' | 'arm64' {
  return /^(aarch64|arm64)$/.test(name) ? 'arm64' : 'x64'
}
