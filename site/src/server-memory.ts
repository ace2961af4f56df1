/** The variable that tells a build that a server started it and answers its messages. */
export const SERVER_VARIABLE = 'PLIMSOLL_SERVER'

const hasServer = process.env[SERVER_VARIABLE] !== undefined && process.connected
// The processes of the build have another parent, which would not answer.
delete process.env[SERVER_VARIABLE]

/** What a build tells the server that started it: whether it needs the memory that large documents take. */
export interface MemoryMessage {
  isNeeded: boolean
}

/**
 * Does a part of a build that takes a lot of memory. A server that started the build first ends its work on large
 * documents, which takes as much, and goes on with it afterwards.
 */
export async function withServerMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!hasServer) return await work()
  await takeMemory()
  try {
    return await work()
  } finally {
    tell({ isNeeded: false })
  }
}

/** Resolves when the server has freed the memory, or has ended. */
async function takeMemory(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answered = () => resolve()
  process.on('message', answered).on('disconnect', answered)
  if (tell({ isNeeded: true })) await promise
  // With a listener, this process would not end.
  process.off('message', answered).off('disconnect', answered)
}

/** Sends a message. Returns whether the server is there. */
function tell(message: MemoryMessage): boolean {
  if (process.connected) process.send?.(message)
  return process.connected
}
