/** The preview that social media show for a link to a page. */
export interface Social {
  title: string
  description: string
  /** The page's absolute address; null if the registry's public address is unknown. */
  address: string | null
  /**
   * The absolute address of the page's picture, 1200 × 630 pixels. Null if there is no picture or no known public
   * address.
   */
  picture: string | null
}

/** Returns the tags of the Open Graph protocol (https://ogp.me), and the one further tag that X reads. */
export function socialTags({ title, description, address, picture }: Social): { property: string; content: string }[] {
  return [
    { property: 'og:site_name', content: 'Plimsoll' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(address === null ? [] : [{ property: 'og:url', content: address }]),
    ...(picture === null
      ? []
      : [
          { property: 'og:image', content: picture },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'twitter:card', content: 'summary_large_image' },
        ]),
  ]
}
