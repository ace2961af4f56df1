/** Saves a file on the reader's computer, as a link with `download` does. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The number of pixels of a picture for each pixel of the chart. */
const SCALE = 2

/** Draws an SVG file as a PNG file. Rejects if the browser cannot draw it. */
export async function toPng(svg: string): Promise<Blob> {
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SCALE * picture.naturalWidth
  canvas.height = SCALE * picture.naturalHeight
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)))
  })
}
