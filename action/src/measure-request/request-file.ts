import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import runSchema from '@plimsoll/schema/run.v1.schema.json' with { type: 'json' }
import { Problem } from '@plimsoll/workloads'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { MeasureRequest } from './request.generated.ts'
import requestSchema from './request.schema.json' with { type: 'json' }

/**
 * Reads a request that the action has written for its command.
 * @throws Problem (2) if the file is not a valid request
 */
export function readRequest(file: string): MeasureRequest {
  const value = parse(file)
  const ajv = new Ajv2020({ schemas: [runSchema], allowUnionTypes: true, validateSchema: false })
  if (ajv.validate(requestSchema, value)) return value as MeasureRequest
  throw new Problem(2, `${file} is not a valid request: ${ajv.errorsText(ajv.errors, { dataVar: 'request' })}.`)
}

/**
 * Writes a request for the command, and replaces an earlier one. Only this user can read the file.
 * @returns the path of the file
 */
export function writeRequest(directory: string, request: MeasureRequest): string {
  const file = fileIn(directory)
  writeFileSync(file, JSON.stringify(request), { mode: 0o600 })
  return file
}

/** Removes the request in a directory, if there is one. */
export function removeRequest(directory: string): void {
  rmSync(fileIn(directory), { force: true })
}

function fileIn(directory: string): string {
  return join(directory, 'request.json')
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(
      2,
      `${file} is not a request (${(error as Error).message}). Only Plimsoll's action writes requests.`,
    )
  }
}
