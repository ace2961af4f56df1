import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import type { MeasureRequest } from './measure-request.ts'

/**
 * Reads a request that the action has written for its command.
 * @throws Problem (2) if the file is not a request
 */
export function readRequest(file: string): MeasureRequest {
  try {
    const request = JSON.parse(readFileSync(file, 'utf8')) as MeasureRequest
    // Other fields are not checked: one program writes and reads them.
    if (typeof request.project === 'string' && Array.isArray(request.engines)) return request
    throw new Error('it names no project and no engines')
  } catch (error) {
    throw new Problem(
      2,
      `${file} is not a request (${(error as Error).message}). Only Plimsoll's action writes requests.`,
    )
  }
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
