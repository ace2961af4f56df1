import { createElement, Fragment } from 'react'

/** Shows a text whose names with a hyphen, such as `npm-ci`, break only if they do not fit on a line of their own. */
export function UnbrokenNames({ text }: { text: string }) {
  const parts = text
    .split(/(\S+-\S+)/)
    .map((part, index) => (index % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part))
  return createElement(Fragment, null, ...parts)
}
