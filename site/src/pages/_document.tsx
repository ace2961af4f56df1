import { Head, Html, Main } from 'next/document'

// Render no scripts: all pages but /compare show everything without them.

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
