/** Whether this process runs in a workflow of GitHub Actions, where its reader has no terminal to act in. */
export function isInWorkflow(): boolean {
  return process.env.GITHUB_ACTIONS === 'true'
}
