import { reportLostOutput } from '@plimsoll/schema/node'
import { main } from './command.ts'
import { endOnSignals } from './signals.ts'

reportLostOutput('plimsoll')
endOnSignals()
process.exitCode = await main(process.argv)
