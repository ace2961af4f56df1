const PICTURE = { width: 1200, height: 630 }
/**
 * The size of the picture of a run, in pixels: the smallest that social media show large. Every run has one, and one of
 * 1200 × 630 takes twice the bytes and the time.
 */
export const SMALL_PICTURE = { width: 600, height: 315 }

/** The preview that social media show for a link to a page. */
export interface Social {
  title: string
  description: string
  siteName: string
  /** The page's absolute address; null if the registry's public address is unknown. */
  address: string | null
  /** The absolute address of the page's picture. Null if there is no picture or no known public address. */
  picture: string | null
  /** The size of the picture, 1200 × 630 pixels by default. */
  pictureSize?: { width: number; height: number }
}

/** Returns the tags of the Open Graph protocol (https://ogp.me), and the one further tag that X reads. */
export function socialTags({
  title,
  description,
  siteName,
  address,
  picture,
  pictureSize: { width, height } = PICTURE,
}: Social): { property: string; content: string }[] {
  return [
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(address === null ? [] : [{ property: 'og:url', content: address }]),
    ...(picture === null
      ? []
      : [
          { property: 'og:image', content: picture },
          { property: 'og:image:width', content: String(width) },
          { property: 'og:image:height', content: String(height) },
          { property: 'twitter:card', content: 'summary_large_image' },
        ]),
  ]
}
