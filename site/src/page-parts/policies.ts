/**
 * The content security policy of a page without scripts. It allows only the registry's own style, pictures and forms. So
 * whatever a document contains, no script runs and no third party is contacted. Tools inside the page, such as
 * Lighthouse, may request the registry's own files.
 */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"

/** The content security policy of a page with scripts. It also allows the registry's own script files. */
export const SCRIPTED_POLICY = `${CONTENT_SECURITY_POLICY}; script-src 'self'`

/**
 * What a server adds to the policy of pages: no page of another site may show them in a frame. A `<meta>` cannot say this.
 * A picture may be shown in a frame, as the run page offers it.
 */
export const NO_FRAMES = "; frame-ancestors 'none'"

/** The content security policy of a picture that is opened directly. It allows the style that the picture includes. */
export const PICTURE_POLICY = CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'unsafe-inline'")

/**
 * The content security policy of the 404 page. It allows the style that the page includes, and the registry's own script
 * files. This page contains nothing from a document.
 */
export const NOT_FOUND_POLICY = `${PICTURE_POLICY}; script-src 'self'`
