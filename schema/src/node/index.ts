// Helpers for programs in Node that are not about run documents: a page in a browser cannot load them.

export { type Lock, takeLock } from './lock-file.ts'
export { reportLostOutput } from './lost-output.ts'
export {
  clearLine,
  drawProgress,
  isQuiet,
  noteStream,
  print,
  printError,
  printNote,
  printReport,
  silenceNotes,
  type Terminal,
} from './print.ts'
export { isAlive, isRunning, isRunningSince, readProcessStart } from './process-status.ts'
export { readDocumentFile } from './read-document-file.ts'
export { unsetMeaninglessVariables } from './variables.ts'
