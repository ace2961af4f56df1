import type { Server } from 'node:http'
import { EXIT, RegistryError } from '../errors.ts'

const PORTS_TRIED = 50

/**
 * Starts a server on a port, or on the next free port after it. Returns the port that the server uses.
 * @throws RegistryError `cannot-listen`
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  for (let candidate = port; candidate < port + PORTS_TRIED && candidate <= 65_535; candidate += 1) {
    const failure = await tryToListen(server, host, candidate)
    if (failure === null) return listeningPort(server, candidate)
    if (failure.code !== 'EADDRINUSE') {
      const sentence = `The site cannot be served on ${host}, port ${candidate} (${failure.code}). Choose another --host or --port.`
      throw new RegistryError('cannot-listen', sentence, EXIT.environment)
    }
  }
  const sentence = `All ${PORTS_TRIED} ports from ${port} on are in use. Choose another port with --port.`
  throw new RegistryError('cannot-listen', sentence, EXIT.environment)
}

function tryToListen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => resolve(error)
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve(null)
    })
  })
}

/**
 * Returns the port on which the server listens. It may differ from the requested port, because port 0 means any free
 * one.
 */
function listeningPort(server: Server, requested: number): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : requested
}
