/** The values of JSON Lines. What is not JSON is passed over: programs mix warnings in. */
export function readJsonLines<T>(text: string): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line) as T]
    } catch {
      return []
    }
  })
}
