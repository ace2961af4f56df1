import type { ReactElement } from 'react'
import type { Root } from '../../components/site-frame.tsx'
import { type Social, socialTags } from './social.ts'

interface PageHead {
  /** The title of the browser's tab. */
  title: string
  description: string
  root: Root
  /** The content security policy. */
  policy: string
  /** The style sheet: a link, or the style itself. */
  style: ReactElement
  /** The address of the page in search engines; null if it is unknown. */
  canonical: string | null
  /** The preview in social media; null for a page that is not shared. */
  social: Social | null
}

/**
 * The elements that the heads of all pages share. It is no component, because Next collects the elements of a head and
 * does not render components in it.
 */
export function pageHead({ title, description, root, policy, style, canonical, social }: PageHead): ReactElement[] {
  return [
    <meta key="policy" httpEquiv="Content-Security-Policy" content={policy} />,
    <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />,
    <meta key="description" name="description" content={description} />,
    <title key="title">{title}</title>,
    <link key="icon" rel="icon" href={`${root}assets/mark.svg`} type="image/svg+xml" />,
    style,
    ...(canonical === null ? [] : [<link key="canonical" rel="canonical" href={canonical} />]),
    ...(social === null ? [] : socialTags(social).map((tag) => <meta key={tag.property} {...tag} />)),
  ]
}

/** The link to the style sheet. @param name its name under `/assets` */
export function styleLink(root: Root, name: string): ReactElement {
  return <link key="style" rel="stylesheet" href={`${root}assets/${name}`} />
}
