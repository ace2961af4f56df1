import { info } from '@actions/core'
import { VERSION } from './harness.ts'

info(`Plimsoll ${VERSION}`)
