import type { PrismaClient } from '../../generated/prisma/client.ts'

/**
 * A question to the index, with its own address. Its route, its description in OpenAPI, its refusals and its tests
 * follow from this object.
 */
export interface Query<Params extends object> {
  /** The address below `/api/v1`. */
  path: string
  /** The name of the address in logs and metrics. */
  name: string
  summary: string
  description?: string
  /** The JSON schema of each parameter. Unknown parameters are refused; a parameter `limit` is a whole number. */
  params: Record<string, object>
  /** Valid parameters, with which the tests ask. */
  example: Record<string, string>
  response: { description: string; schema: string }
  /** The schemas of the response by name, unique in the whole API. A test validates responses against them. */
  schemas: Record<string, object>
  /**
   * Answers the question. A query that reads every run would be slow in a large registry: take an index of the database.
   * @throws Refusal for parameters that do not go together
   */
  read(reader: PrismaClient, params: Params): Promise<object>
}
