import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'

/**
 * End what a killed run left running on the host. Its agents are known by the run's name in their arguments; each ends
 * the command it times, with everything that one has started.
 */
export async function endHostWork(run: string): Promise<void> {
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
    // gone by now, or another user's
  }
}
