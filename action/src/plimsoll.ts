import { main } from './command.ts'

// A closed pipe (`| head`) must not end a run, so failed writes to it are ignored.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exitCode = await main(process.argv)
