import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'

/**
 * Ends the processes that a killed run left on the host. The agents of the run have its name in their arguments. When
 * an agent ends, it also ends its command and all processes that the command started.
 */
export async function endHostProcesses(run: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const agents = await agentsOf(run)
    if (agents.length === 0) return
    for (const pid of agents) end(pid)
    await setTimeout(100)
  }
}

async function agentsOf(run: string): Promise<number[]> {
  const { stdout } = await execa('ps', ['-A', '-ww', '-o', 'pid=,args='], { reject: false, stdin: 'ignore' })
  return String(stdout ?? '')
    .split('\n')
    .filter((line) => /^\s*\d+ \S*plimsoll-agent-/.test(line) && line.includes(run))
    .map((line) => Number.parseInt(line, 10))
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // The process has already ended, or another user owns it.
  }
}
