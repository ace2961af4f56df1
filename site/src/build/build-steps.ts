/** The step of a build in which Next renders pages. The server that started the build reads it. */
export const RENDERING = 'rendering pages'
