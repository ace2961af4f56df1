/** Whether a name under `/assets` contains the hash of its content, so that the file never changes. */
export function isHashedAsset(name: string): boolean {
  return /^[a-z0-9-]+\.([0-9a-f]{12}\.css|[0-9A-Z]{8}\.js)$/.test(name)
}
