/** The architecture, `x64` or `arm64`, for a name from `uname -m`. Docker uses the same names as `uname -m`. */
export function normalizeArchitecture(name = ''): 'x64' | 'arm64' {
  return /^(aarch64|arm64)$/.test(name) ? 'arm64' : 'x64'
}
