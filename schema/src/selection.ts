/** The name, in a document, of the suite of a run whose workloads were named one by one: there is no such suite. */
export const SELECTION = 'selection'
