import type { ReactNode } from 'react'
import { templateOfBuild } from '../src/page-parts/template.ts'
import { Copyable } from './copyable.tsx'

interface Properties {
  /** Links to the files of the chart: the name of the format, and the address relative to the page. */
  files: readonly (readonly [format: string, address: string])[]
  /** The HTML to embed the chart elsewhere. */
  embed: string
  /** The path from the page to the root of the site. */
  root: '' | '../'
  /** More links after those to the files: first those to further files. */
  children?: ReactNode
}

/** What a reader can take away of a chart: its files, and the HTML to embed it. */
export function TakeAway({ files, embed, root, children }: Properties) {
  // Without an address of the registry, those in the HTML are relative to the root of the site.
  const isRelative = templateOfBuild().baseUrl === null
  return (
    <div>
      <p className="ways">
        Download
        {files.map(([format, address]) => (
          <a key={format} href={address} download>
            {format}
          </a>
        ))}
        {children}
      </p>
      <Copyable
        text={embed}
        label="the HTML of this chart"
        root={isRelative ? root : undefined}
        summary="Embed this chart"
      >
        <p>
          Paste this HTML into a page. It needs no script, and fits wide and narrow screens. The chart has its own light
          background, also on a dark page. Or{' '}
          <a href={files.find(([format]) => format === 'SVG')?.[1]} download>
            download the SVG
          </a>
          .
        </p>
        {isRelative && (
          <p className="fine">
            This registry was built without a public address. While it is served without <code>--base-url</code>, no
            other site can show its pictures. Publish it with <code>--base-url</code>, or download the SVG and put it
            beside your page. The addresses in the HTML begin with the address at which you see this page; without
            scripts, put it before each of them.
          </p>
        )}
      </Copyable>
    </div>
  )
}
