/** React's types do not cover its renderer for servers; this is all that is used of it. */
declare module 'react-dom/server' {
  export function renderToStaticMarkup(element: import('react').ReactElement): string
}
