/** What a page is called where somebody shares a link to it. */
export interface Social {
  title: string
  description: string
  /** The page's absolute address; null where it is not known where the registry is published. */
  address: string | null
  /** Absolute address of its picture, 1200 × 630; null where there is none, or where it is not known. */
  picture: string | null
}

/** The tags of the Open Graph protocol (https://ogp.me), and the one that X reads beside them. */
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
