import lzString from 'lz-string'

/**
 * Returns the address that opens a spec in the Vega Editor. The address contains the spec: the editor is on another site
 * and cannot load files of a registry.
 */
export function vegaEditorAddress(spec: object): string {
  return `https://vega.github.io/editor/#/url/vega-lite/${lzString.compressToEncodedURIComponent(JSON.stringify(spec))}`
}
