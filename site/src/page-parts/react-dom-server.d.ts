/** React's types do not cover its server renderer. This file declares the one function that this project uses. */
declare module 'react-dom/server' {
  export function renderToStaticMarkup(elements: import('react').ReactNode): string
}
