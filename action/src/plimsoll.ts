import { reportLostOutput } from '@plimsoll/schema/lost-output'
import { main } from './command.ts'

reportLostOutput('plimsoll')
process.exitCode = await main(process.argv)
