import { Head, Html, Main } from 'next/document'

// No scripts: every page is whole as it is.

export default function Document() {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
      </Head>
      <body>
        <Main />
      </body>
    </Html>
  )
}
