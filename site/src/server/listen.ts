import type { FastifyInstance } from 'fastify'
import { EXIT, RegistryError } from '../errors.ts'

const PORTS_TRIED = 50

/**
 * Starts a server on a port, or on the next free port after it. Port 0 means any free one. Returns the port that the
 * server uses.
 * @throws RegistryError `cannot-listen`
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  for (let candidate = port; candidate < port + PORTS_TRIED && candidate <= 65_535; candidate += 1) {
    try {
      await app.listen({ host, port: candidate })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : candidate
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') continue
      const sentence = `The site cannot be served on ${host}, port ${candidate} (${code}). Choose another --host or --port.`
      throw new RegistryError('cannot-listen', sentence, EXIT.environment)
    }
  }
  const sentence = `All ${PORTS_TRIED} ports from ${port} on are in use. Choose another port with --port.`
  throw new RegistryError('cannot-listen', sentence, EXIT.environment)
}

/** Stops a server. Requests in progress get a short time to end. */
export async function stopListening(app: FastifyInstance, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  await app.close()
  clearTimeout(timer)
}
