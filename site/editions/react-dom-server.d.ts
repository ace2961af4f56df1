/** React's types do not cover its server renderer; this declares the one function used here. */
declare module 'react-dom/server' {
  export function renderToStaticMarkup(element: import('react').ReactElement): string
}
