// `draw-page.ts` runs this script in the browser.

/** Reads the lines and the boxes of a page. */
function readPage() {
  const round = (value) => Math.round(value * 10) / 10
  const context = document.createElement('canvas').getContext('2d')
  const [lines, boxes] = [[], []]

  const readText = (node, style) => {
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const ascent = context.measureText('x').fontBoundingBoxAscent
    let line
    for (const word of node.data.matchAll(/\S+\s*|^\s+/g)) {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].trimEnd().length)
      const rect = range.getBoundingClientRect()
      // A pictogram is a line of its own, because its font differs most between machines.
      const isPictogram = /\p{Extended_Pictographic}/u.test(word[0])
      const y = round(rect.top + ascent)
      if (rect.width === 0) continue
      if (line !== undefined && line.y === y && !isPictogram) {
        line.text += ` ${word[0].trim()}`
        line.width = round(rect.right - line.x)
        continue
      }
      line = {
        text: word[0].trim(),
        ...{ x: round(rect.left), y, width: round(rect.width), size: Number.parseFloat(style.fontSize) },
        ...{ isBold: Number(style.fontWeight) >= 600, isCode: style.fontFamily.includes('mono'), colour: style.color },
      }
      lines.push(line)
      if (isPictogram) line = undefined
    }
  }

  const readElement = (element) => {
    const style = getComputedStyle(element)
    const { left, top, width, height } = element.getBoundingClientRect()
    const fill = style.backgroundColor === 'rgba(0, 0, 0, 0)' ? null : style.backgroundColor
    const stroke = Number.parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : null
    if (height > 0 && (fill !== null || stroke !== null)) {
      const [x, y] = [Math.round(left), Math.round(top)]
      const size = { width: Math.round(left + width) - x, height: Math.round(top + height) - y }
      boxes.push({
        x,
        y,
        ...size,
        radius: Number.parseFloat(style.borderTopLeftRadius),
        fill,
        stroke,
        isInTable: element instanceof HTMLTableCellElement,
      })
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) readText(node, style)
      else if (node instanceof Element && node.checkVisibility()) readElement(node)
    }
  }

  readElement(document.body)
  const { width, height } = document.body.getBoundingClientRect()
  return { lines, boxes, width, height: Math.ceil(height) }
}

readPage()
