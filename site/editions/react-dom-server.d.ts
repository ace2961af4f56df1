/**
 * React's types do not cover its server renderer. This file declares the one function that this project's tests use.
 */
declare module 'react-dom/server' {
  export function renderToStaticMarkup(element: import('react').ReactElement): string
}
