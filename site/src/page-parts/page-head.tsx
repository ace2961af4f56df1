import type { ReactElement } from 'react'
import type { Root } from '../../components/site-frame.tsx'
import { type Social, socialTags } from './social.ts'

/** What social media know of a page: its title there, if it is another one, its address and its picture. */
export type SharedPage = Pick<Social, 'address' | 'picture' | 'pictureSize'> & { title?: string }

interface PageHead {
  /** The page's title. In the browser's tab, the site's name follows. */
  title: string
  siteName: string
  description: string
  root: Root
  /** The content security policy. */
  policy: string
  /** The style sheet: a link, or the style itself. */
  style: ReactElement
  /** The address of the page in search engines; null if it is unknown. */
  canonical: string | null
  /** The preview in social media; null for a page that is not shared. */
  social: SharedPage | null
}

/**
 * The elements that the heads of all pages share. It is no component, because Next collects the elements of a head and
 * does not render components in it.
 */
export function pageHead(page: PageHead): ReactElement[] {
  const { title, description, root, siteName, policy, style, canonical, social } = page
  const preview = social && { title, description, siteName, ...social }
  return [
    <meta key="policy" httpEquiv="Content-Security-Policy" content={policy} />,
    <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1" />,
    <meta key="description" name="description" content={description} />,
    <title key="title">{`${title} · ${siteName}`}</title>,
    <link key="icon" rel="icon" href={`${root}assets/mark.svg`} type="image/svg+xml" />,
    style,
    ...(canonical === null ? [] : [<link key="canonical" rel="canonical" href={canonical} />]),
    ...(preview === null ? [] : socialTags(preview).map((tag) => <meta key={tag.property} {...tag} />)),
  ]
}

/** The link to the style sheet. @param name its name under `/assets` */
export function styleLink(root: Root, name: string): ReactElement {
  return <link key="style" rel="stylesheet" href={`${root}assets/${name}`} />
}
